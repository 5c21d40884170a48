internal import MediaSandbox
internal import Synchronization

/// Hashes of uploads that this process measured: those of the steps of one order are the same.
final class UploadHashes: Sendable {
    private let hashes = Mutex<[Upload.Identity: String]>([:])

    /// Chosen far above the uploads that a worker works on at a time.
    private static let mostHashes = 1000

    /// SHA-256, hexadecimal; `nil` if this process has not measured it.
    func hash(of upload: Upload) -> String? { hashes.withLock { $0[upload.identity] } }

    func note(_ hash: String, of upload: Upload) {
        hashes.withLock { hashes in
            if hashes.count >= Self.mostHashes { hashes = [:] }
            hashes[upload.identity] = hash
        }
    }
}
