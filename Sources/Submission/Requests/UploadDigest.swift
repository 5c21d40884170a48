internal import Crypto
internal import Foundation
internal import MediaUnits
internal import Scheduling
internal import Storage

/// Digests of the content of uploads.
///
/// Reading some gigabytes takes a minute. Each upload is read on a thread outside of the cooperative pool, and some at the same
/// time, so that small ones do not wait for large ones.
enum UploadDigest {
    /// The number of bytes per read; chosen so that cancellation is checked many times a second.
    private static let blockSize = 1 << 20
    private static let readers = Runner(width: HashingSchedule.Limits().hashing, memory: .max)

    /// Returns the digest of a text.
    static func of(_ text: String) -> String {
        SHA256.hash(data: Data(text.utf8)).hexadecimal
    }

    /// Returns the digest of a file's content.
    ///
    /// - Parameters:
    ///   - location: The location of the upload.
    ///   - root: The folder or prefix that must contain the upload.
    ///   - storage: The store of the upload.
    ///   - onProgress: Called after each block, with its number of bytes.
    /// - Returns: SHA-256, hexadecimal.
    /// - Throws: `CancellationError` at once when the task is cancelled; else if the file cannot be read.
    static func of(
        contentOf location: Location, below root: Location? = nil,
        in storage: StorageRegistry = .local,
        onProgress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> String {
        var graph = JobGraph()
        let digest = try graph.add(
            Reading(
                location: location, root: root, storage: storage, onProgress: onProgress))
        do {
            return try await readers.run(graph).results[digest]
        } catch let failure as JobError {
            throw failure.cause ?? failure
        }
    }

    private struct Reading: Job {
        let location: Location
        let root: Location?
        let storage: StorageRegistry
        let onProgress: @Sendable (Int) -> Void
        let id: JobID = "digest"
        let dependencies: Set<JobID> = []
        let peakMemory = UploadDigest.blockSize
        let cost = 1.0

        func run(in context: JobContext) async throws -> String {
            try await context.blocking { cancellation in
                let file = try storage.uploadSource(of: location, below: root).open(location)
                var hash = SHA256()
                var (bytes, offset) = (
                    [UInt8](repeating: 0, count: UploadDigest.blockSize), Int64(0)
                )
                while case let count = try file.read(at: offset, into: &bytes), count > 0 {
                    try cancellation.check()
                    hash.update(data: bytes[..<count])
                    offset += Int64(count)
                    onProgress(count)
                }
                return hash.finalize().hexadecimal
            }
        }
    }
}
