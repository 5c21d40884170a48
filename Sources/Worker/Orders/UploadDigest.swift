internal import Crypto
internal import Foundation
internal import Scheduling

/// Reads uploads through for their digests.
///
/// That takes a minute for some gigabytes: each is read on a thread of its own, never on one of the cooperative pool, and two
/// at a time in a process, which is as much as a disk gives.
enum UploadDigest {
    /// Bytes that are read at once, chosen to look for a cancellation many times a second.
    private static let chunk = 1 << 20
    private static let readers = Runner(width: 2, memory: .max)

    /// The digest of some text and a file's content.
    ///
    /// - Parameters:
    ///   - prefix: Comes before the content.
    ///   - path: Of a regular file.
    ///   - onProgress: Told after each chunk that something is read.
    /// - Returns: SHA-256, hexadecimal.
    /// - Throws: `CancellationError` at once when the task is cancelled; else if the file cannot be read.
    static func of(
        _ prefix: String, contentOf path: String,
        onProgress: @escaping @Sendable () -> Void = {}
    ) async throws -> String {
        var graph = JobGraph()
        let digest = try graph.add(Reading(prefix: prefix, path: path, onProgress: onProgress))
        do {
            return try await readers.run(graph).results[digest]
        } catch let failure as JobFailure {
            throw failure.underlying
        }
    }

    private struct Reading: Job {
        let prefix: String
        let path: String
        let onProgress: @Sendable () -> Void
        let id: JobID = "digest"
        let dependencies: Set<JobID> = []
        let peakMemory = UploadDigest.chunk
        let cost = 1.0

        func run(in context: JobContext) async throws -> String {
            try await context.blocking { cancellation in
                let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
                defer { try? file.close() }
                var hash = SHA256()
                hash.update(data: Data(prefix.utf8))
                while let data = try file.read(upToCount: UploadDigest.chunk), !data.isEmpty {
                    try cancellation.check()
                    hash.update(data: data)
                    onProgress()
                }
                return hash.finalize().map { byte in
                    String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
                }.joined()
            }
        }
    }
}
