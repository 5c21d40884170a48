internal import MediaModel
internal import Synchronization

/// Tells of the best poster among the chunks that are finished, whenever that is a better one.
final class PosterWatch: Sendable {
    private let best = Mutex<Double?>(nil)
    private let tell: @Sendable (_ path: String) -> Void

    init(_ tell: @escaping @Sendable (_ path: String) -> Void) { self.tell = tell }

    func look(at chunk: Artifact<ChunkResult>) {
        guard let poster = chunk.result.poster else { return }
        // Told under the lock: two of them must not overtake each other.
        best.withLock { best in
            guard poster.score > best ?? -.infinity else { return }
            best = poster.score
            tell("\(chunk.folder)/\(ArtifactFiles.poster)")
        }
    }
}
