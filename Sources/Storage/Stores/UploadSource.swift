/// A store that uploads are read from, with the captions beside them.
public protocol UploadSource: Sendable {
    /// Opens an upload, or a file beside one.
    ///
    /// - Throws: `.notRegular` for anything but a file; `.outside` if the upload does not lie below the source's root.
    func open(_ location: Location) throws(StorageError) -> any UploadFile

    /// Returns the names of the entries beside an upload, its own included; none where they cannot be listed.
    ///
    /// - Throws: If the store fails: there may be such entries then.
    func names(beside upload: Location) throws(StorageError) -> [String]

    /// Returns whether an error of `open` is caused by the upload, not by the host or by the store.
    func isCausedByUpload(_ error: StorageError) -> Bool
}

/// A file of an upload source that was opened once, and is read by position.
public protocol UploadFile: AnyObject, Sendable {
    /// The location, for messages.
    var location: Location { get }

    /// The size when the file was opened, in bytes.
    var size: Int64 { get }

    var identity: UploadIdentity { get }

    /// A text that identifies the content without reading it, the same in every process; `nil` if only the content does.
    var contentIdentity: String? { get }

    /// A descriptor for a sandbox process, open for reading only, valid as long as this object.
    var descriptor: Int32 { get }

    /// The means to make ranges readable by the descriptor; `nil` if it has all bytes.
    var ranges: (any FileRanges)? { get }

    /// Reads from a position, in bytes.
    ///
    /// - Returns: The number of bytes: as many as the buffer takes, or as there are up to `size`.
    /// - Throws: `.changed` if the file has become shorter than `size`.
    func read(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(StorageError) -> Int

    /// Returns whether the file has changed since it was opened.
    func hasChanged() throws(StorageError) -> Bool
}

extension UploadFile {
    public var ranges: (any FileRanges)? { nil }
    public var contentIdentity: String? { nil }

    /// Reads from a position into an array, whose size does not change.
    public func read(at offset: Int64, into bytes: inout [UInt8]) throws(StorageError) -> Int {
        var span = bytes.mutableSpan
        return try unsafe span.withUnsafeMutableBytes { buffer throws(StorageError) in
            try unsafe read(at: offset, into: buffer)
        }
    }

    /// Reads the whole file.
    public func bytes() throws(StorageError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Int(size))
        _ = try read(at: 0, into: &bytes)
        return bytes
    }
}

/// The state of an upload when it was opened, the same on every host that shares its source.
public struct UploadVersion: Codable, Hashable, Sendable {
    /// The size, in bytes.
    public let size: Int64
    /// A text that differs after each change of the upload.
    public let validator: String

    public init(size: Int64, validator: String) {
        (self.size, self.validator) = (size, validator)
    }
}

/// An upload and its state, within this process.
public struct UploadIdentity: Hashable, Sendable {
    /// The identifier of the file, the same for all of its names.
    public let object: String
    public let version: UploadVersion

    public init(object: String, version: UploadVersion) {
        (self.object, self.version) = (object, version)
    }
}
