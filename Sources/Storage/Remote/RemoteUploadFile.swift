import Dispatch
import Synchronization
internal import SystemPackage

/// An open upload of a remote store: one version of an object, of which ranges are fetched into a cache when they are read.
public final class RemoteUploadFile: UploadFile {
    public let location: Location
    public let size: Int64
    public let identity: UploadIdentity
    public let contentIdentity: String?
    private let object: any ObjectReader
    private let cache: BlockCache

    /// Creates a file, and an empty cache for it.
    ///
    /// - Parameters:
    ///   - object: The version of the object.
    ///   - location: The location, for messages.
    ///   - name: The name of the object without its version, unique among all stores.
    ///   - isPinned: Whether the validator changes with each change of the content, so that name, size and validator identify it.
    ///   - cache: The space for bytes that were fetched.
    /// - Throws: `StorageError` if no cache can be created.
    public init(
        _ object: any ObjectReader, at location: Location, name: String, isPinned: Bool = true,
        in cache: RemoteCache
    ) throws(StorageError) {
        (self.object, self.location, size) = (object, location, object.size)
        identity = UploadIdentity(
            object: name, version: UploadVersion(size: object.size, validator: object.validator))
        contentIdentity =
            isPinned ? [name, object.validator, String(object.size)].joined(separator: "\n") : nil
        self.cache = try BlockCache(object, at: location, in: cache)
    }

    deinit { cache.close() }

    public var descriptor: Int32 { cache.file.descriptor }
    public var ranges: (any FileRanges)? { cache }

    /// The number of bytes that were fetched until now.
    public var fetchedBytes: Int64 { cache.fetchedBytes }

    public func read(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(StorageError) -> Int {
        let end = offset + min(Int64(buffer.count), max(0, size - offset))
        var position = offset
        while position < end {
            let readable = try cache.wait(
                for: position..<min(end, position + BlockCache.largestRequest))
            let next = min(end, readable.range.upperBound)
            try withExtendedLifetime(readable) { () throws(StorageError) in
                try unsafe cache.file.read(
                    at: position,
                    into: UnsafeMutableRawBufferPointer(
                        rebasing: buffer[Int(position - offset)..<Int(next - offset)]))
            }
            position = next
        }
        return Int(end - offset)
    }

    public func hasChanged() throws(StorageError) -> Bool {
        do {
            return try object.hasChanged()
        } catch {
            throw .object(error, location)
        }
    }
}

extension FileRanges {
    /// Requests a range, and blocks until it is readable.
    func wait(for range: Range<Int64>) throws(StorageError) -> ReadableRange {
        let result = ResultBox(.failure(.object(.unreachable("no answer"), Location(""))))
        let isDone = DispatchSemaphore(value: 0)
        _ = request(range) { outcome in
            result.set(outcome)
            isDone.signal()
        }
        isDone.wait()
        return try result.value.get()
    }
}

/// The result of a request, which another thread sets.
private final class ResultBox: Sendable {
    private let result: Mutex<Result<ReadableRange, StorageError>>

    init(_ result: Result<ReadableRange, StorageError>) { self.result = Mutex(result) }

    func set(_ result: Result<ReadableRange, StorageError>) {
        self.result.withLock { $0 = result }
    }

    var value: Result<ReadableRange, StorageError> { result.withLock(\.self) }
}
