import Synchronization
import Storage
import Transcoding

/// The files that a run skips, which are not in its results.
final class SkippedFiles: Sendable {
    struct File: Hashable, Sendable {
        let path: Location
        let reason: String
    }

    private let collected = Mutex<[File]>([])

    var files: [File] { collected.withLock { $0 } }

    func receive(_ event: RunEvent) {
        guard case .skipped(let path, let reason) = event else { return }
        collected.withLock { $0.append(File(path: path, reason: reason)) }
    }
}
