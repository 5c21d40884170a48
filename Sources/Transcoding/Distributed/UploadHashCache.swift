internal import MediaSandbox
internal import Storage
internal import Synchronization

/// Hashes of uploads that this process measured: all tasks of a job need the same one.
final class UploadHashCache: Sendable {
    private let hashes = Mutex<[UploadIdentity: String]>([:])

    /// Chosen far above the number of uploads that a worker processes at a time.
    private static let maximumCount = 1000

    /// Returns the SHA-256, hexadecimal; `nil` if this process has not measured it.
    func hash(of upload: Upload) -> String? { hashes.withLock { $0[upload.identity] } }

    func store(_ hash: String, of upload: Upload) {
        hashes.withLock { hashes in
            if hashes.count >= Self.maximumCount { hashes = [:] }
            hashes[upload.identity] = hash
        }
    }
}
