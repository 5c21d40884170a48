internal import MediaModel
internal import Storage
internal import Synchronization
internal import SystemPackage

/// Reports the best poster of the chunks that are finished, each time that a better one is found.
final class PosterSelection: Sendable {
    private let best = Mutex<Double?>(nil)
    private let onBetterPoster: @Sendable (_ path: FilePath) -> Void

    init(_ onBetterPoster: @escaping @Sendable (_ path: FilePath) -> Void) {
        self.onBetterPoster = onBetterPoster
    }

    /// Compares the poster of a finished chunk with the best one.
    func consider(_ chunk: Artifact<DecodingResult>) {
        guard let poster = chunk.result.poster else { return }
        // Reported under the lock, so that the reports are in ascending order.
        best.withLock { best in
            guard poster.score > best ?? -.infinity, let folder = try? chunk.open() else { return }
            best = poster.score
            onBetterPoster(folder.path.appending(ArtifactFiles.poster))
        }
    }
}
