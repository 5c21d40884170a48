internal import Crypto
internal import Errors
package import LibAV
package import MediaModel
package import MediaUnits
package import Sandbox
package import Storage
internal import Synchronization
internal import SystemPackage

/// An open upload: opened once, read through its descriptor, checked for changes at the end; closes when it is released.
package final class Upload: Sendable {
    /// The location as the user named it; for messages, never passed to libav.
    package let location: Location
    /// The size when it was opened, in bytes.
    package let size: Int
    /// The codecs that its demuxers and decoders read.
    package let formats: FormatSet
    /// The source of the upload, and of files beside it.
    package let source: any UploadSource
    let file: any UploadFile
    private let readCount = Atomic(0)

    /// The number of bytes that this object and its demuxers have read, repeated ones included.
    package var bytesRead: Int { readCount.load(ordering: .relaxed) }

    /// Opens an upload.
    ///
    /// - Parameters:
    ///   - location: Its location.
    ///   - source: The source that it lies in.
    ///   - formats: The codecs that its demuxers and decoders read.
    /// - Throws: `UploadError` if it cannot be opened, is no regular file, or does not lie below the root.
    package init(
        _ location: Location, in source: any UploadSource,
        formats: FormatSet = .modern
    ) throws(UploadError) {
        (self.location, self.source, self.formats) = (location, source, formats)
        do {
            file = try source.open(location)
            size = Int(file.size)
        } catch {
            throw Self.cannotOpen(
                location, error,
                retryability: source.isCausedByUpload(error) ? .limited : .transient)
        }
    }

    private static func cannotOpen(
        _ location: Location, _ error: StorageError, retryability: Retryability
    ) -> UploadError {
        let name = location.description
        switch error.kind {
        case .outside: return .outsideRoot(error.location.description, name)
        case .object(let reason): return .unreadable(name, reason, error)
        case .invalidURL:
            return UploadError(
                .unreadable, name, error.reason, advice: error.advice, retryability: .never,
                cause: error)
        default:
            return UploadError(
                .unreadable, name, "cannot be opened (\(error.reason))",
                advice: "check that it is there, a regular file, and readable",
                retryability: retryability, cause: error)
        }
    }

    /// Opens an upload in the store that its location names.
    ///
    /// - Throws: `UploadError` as above.
    package convenience init(
        _ location: Location, in storage: StorageRegistry, below root: Location? = nil,
        formats: FormatSet = .modern
    ) throws(UploadError) {
        let source: any UploadSource
        do {
            source = try storage.uploadSource(of: location, below: root)
        } catch {
            throw Self.cannotOpen(location, error, retryability: .never)
        }
        try self.init(location, in: source, formats: formats)
    }

    /// Takes the upload that the parent opened, whose path is unknown here: the first file of a grant.
    ///
    /// - Parameters:
    ///   - context: The files, which stay the caller's; the upload has a copy of its descriptor that closes with it.
    ///   - formats: The codecs that its demuxers and decoders read.
    /// - Throws: `UploadError` if it is no regular file, or its status cannot be read.
    package init(_ context: SandboxContext, formats: FormatSet) throws(UploadError) {
        let path: FilePath = "the upload"
        (location, source, self.formats) = (Location(path), LocalUploadSource(), formats)
        do {
            file = try context.openFile(0, path: path)
            size = Int(file.size)
        } catch {
            throw .unreadable(path.string, error)
        }
    }

    /// The location as text, for messages and results.
    package var name: String { location.description }

    /// A text that identifies the content without reading it, the same in every process; `nil` if only the content does.
    package var contentIdentity: String? { file.contentIdentity }

    /// The identity of the upload and its state, within this process.
    package var identity: UploadIdentity { file.identity }

    /// The state of the upload when it was opened, the same on every host that shares its source.
    package var version: UploadVersion { file.identity.version }

    /// Returns the SHA-256 of all bytes, as 64 lower-case hexadecimal digits.
    ///
    /// - Throws: `UploadError` if reading fails; `CancellationError` once stopped.
    package func sha256(isStopped: @Sendable () -> Bool) throws -> String {
        var hash = SHA256()
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        var offset = 0
        while offset < size {
            if isStopped() { throw CancellationError() }
            let count = try read(at: offset, into: &buffer)
            if count == 0 { break }
            hash.update(data: buffer[..<count])
            offset += count
        }
        return hash.finalize().hexadecimal
    }

    /// Reads the first bytes, at most `count`.
    package func head(_ count: Int) throws -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        let filled = try read(at: 0, into: &buffer)
        return Array(buffer[..<filled])
    }

    /// Opens a demuxer, which reads this upload from its start and retains it.
    ///
    /// - Throws: `UploadError` if reading fails, or else `LibAVError`; see `Demuxer`.
    package func demuxer(
        analyze: Bool, maximumStreams: Int = Demuxer.maximumStreams,
        stopWhen stop: @escaping @Sendable () -> Bool
    ) throws -> Demuxer {
        try Demuxer(
            UploadReader(self, file), name: name, analyze: analyze, formats: formats,
            maximumStreams: maximumStreams, stopWhen: stop)
    }

    /// Returns an error of this upload.
    package func error(
        _ code: UploadError.Code, _ message: String, advice: String,
        condition: UploadError.Condition? = nil
    ) -> UploadError {
        UploadError(code, name, message, advice: advice, condition: condition)
    }

    /// Whether a file is this upload, by whatever name.
    package func isSame(as other: RegularFile) -> Bool {
        LocalUploadFile(other).identity.object == file.identity.object
    }

    /// Checks that the file has not changed since it was opened.
    ///
    /// - Throws: `UploadError` with the code `changed` if size or modification time differ.
    package func checkUnchanged() throws(UploadError) {
        let hasChanged: Bool
        do {
            hasChanged = try file.hasChanged()
        } catch {
            throw readError(error)
        }
        if hasChanged { throw changed }
    }

    /// The error for a file that changed since it was opened.
    package var changed: UploadError {
        error(
            .changed, "the file changed while it was read",
            advice: "wait until the upload is complete, then run again")
    }

    /// The error for a file with the path of a submitted upload and other content.
    package var contentMismatch: UploadError {
        UploadError(
            .changed, name, "this is not the file that was submitted: its content differs",
            advice: "submit it again", retryability: .never)
    }

    func read(at offset: Int, into buffer: inout [UInt8]) throws -> Int {
        do {
            return count(try file.read(at: Int64(offset), into: &buffer))
        } catch {
            throw readError(error)
        }
    }

    fileprivate func count(_ bytes: Int) -> Int {
        readCount.wrappingAdd(bytes, ordering: .relaxed)
        return bytes
    }

    func readError(_ error: StorageError) -> UploadError {
        switch error.kind {
        case .changed: return changed
        case .object(.changed):
            // A new attempt at the version that this job is about finds the same.
            return UploadError(
                .changed, name, "the object changed while it was read", advice: "submit it again",
                retryability: .never, cause: error)
        case .object(let reason): return .unreadable(name, reason, error)
        // Fetched bytes take space in a cache. A local upload takes none, whatever its file server reports.
        case _ where error.isDiskFull && error.location != file.location:
            return UploadError(
                .diskFull, name, "no space is left for its bytes in \(error.location)",
                advice: "free some space, or allow a larger cache, and run again", cause: error)
        default: return .unreadable(name, error)
        }
    }
}

extension UploadError {
    /// The error of a remote upload that cannot be opened or read; some errors have codes of their own.
    static func unreadable(
        _ upload: String, _ reason: ObjectError, _ error: StorageError
    ) -> UploadError {
        UploadError(
            reason == .expired ? .expiredURL : .unreadable, upload, reason.message,
            advice: reason.advice, retryability: reason.isTransient ? .transient : .never,
            cause: error)
    }

    /// The error for a failed system call on an open upload, which the disk or file server caused.
    package static func unreadable(_ path: String, _ error: StorageError) -> UploadError {
        UploadError(
            .unreadable, path, "reading failed (\(error.reason))",
            advice: "check the disk, then run again", cause: error)
    }
}

/// The bytes of an upload for one demuxer, read by descriptor.
final class UploadReader: ByteReader {
    private let upload: Upload
    let file: any UploadFile

    init(_ upload: Upload, _ file: any UploadFile) {
        self.upload = upload
        self.file = file
    }

    var size: Int { Int(file.size) }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        do {
            return upload.count(try unsafe file.read(at: Int64(offset), into: buffer))
        } catch {
            throw upload.readError(error)
        }
    }
}
