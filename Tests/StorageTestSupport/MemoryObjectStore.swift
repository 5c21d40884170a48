package import Storage
import Synchronization
package import SystemPackage

/// A store of objects in memory, whose uploads are read in ranges, with failures that a test chooses.
package final class MemoryObjectStore: UploadSource {
    /// Chooses the failure of a read, before which it may block; returns the maximum number of bytes, `nil` for all.
    package typealias Failure = @Sendable (_ range: Range<Int64>) throws(ObjectError) -> Int?

    struct Object {
        let bytes: [UInt8]
        let version: Int
    }

    private struct State {
        var objects: [FilePath: Object] = [:]
        var count = 0
        var reads: [Range<Int64>] = []
        var failure: Failure?
    }

    private let state = Mutex(State())
    private let cache: RemoteCache

    package init(cache: RemoteCache) { self.cache = cache }

    /// Writes an object, or replaces its content.
    package func write(_ bytes: [UInt8], to path: FilePath) {
        state.withLock { state in
            state.count += 1
            state.objects[path] = Object(bytes: bytes, version: state.count)
        }
    }

    package func remove(_ path: FilePath) { state.withLock { $0.objects[path] = nil } }

    /// Sets the failure of all further reads; `nil` for none.
    package func setFailure(_ failure: Failure?) { state.withLock { $0.failure = failure } }

    /// The ranges that were requested until now.
    package var reads: [Range<Int64>] { state.withLock(\.reads) }

    package func open(_ location: Location) throws(StorageError) -> any UploadFile {
        try openRemote(location.path ?? "")
    }

    package func openRemote(_ path: FilePath) throws(StorageError) -> RemoteUploadFile {
        guard let object = object(path) else { throw .notFound("open", path) }
        return try RemoteUploadFile(
            MemoryObject(self, path, object), at: Location(path), name: "memory:\(path)",
            in: cache)
    }

    package func names(beside upload: Location) throws(StorageError) -> [String] {
        state.withLock { $0.objects.keys.filter { $0.parent == upload.path?.parent } }
            .compactMap { $0.lastComponent?.string }.sorted()
    }

    package func isCausedByUpload(_ error: StorageError) -> Bool { error.isNotFound }

    func object(_ path: FilePath) -> Object? { state.withLock { $0.objects[path] } }

    /// Notes a read, and returns its maximum number of bytes.
    func begin(_ range: Range<Int64>) throws(ObjectError) -> Int {
        let failure = state.withLock { state in
            state.reads.append(range)
            return state.failure
        }
        return try failure?(range) ?? range.count
    }
}

/// One version of an object of a store in memory.
private final class MemoryObject: ObjectReader {
    private let store: MemoryObjectStore
    private let path: FilePath
    private let version: Int
    let size: Int64

    init(_ store: MemoryObjectStore, _ path: FilePath, _ object: MemoryObjectStore.Object) {
        (self.store, self.path) = (store, path)
        (version, size) = (object.version, Int64(object.bytes.count))
    }

    var validator: String { String(version) }

    func read(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer,
        isStopped: @escaping @Sendable () -> Bool
    ) throws(ObjectError) -> Int {
        let most = try store.begin(offset..<offset + Int64(buffer.count))
        guard let object = store.object(path) else { throw .gone }
        guard object.version == version else { throw .changed }
        let end = Int(offset) + min(most, buffer.count)
        buffer.copyBytes(from: object.bytes[Int(offset)..<end])
        return end - Int(offset)
    }

    func hasChanged() throws(ObjectError) -> Bool { store.object(path)?.version != version }
}
