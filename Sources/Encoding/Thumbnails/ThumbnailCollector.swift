internal import Errors
internal import Foundation
internal import LibAV
internal import MediaModel
internal import MediaUnits
internal import Storage

/// Takes small pictures from frames that a chunk makes anyway: storyboard tiles, and the best poster of the chunk.
final class ThumbnailCollector {
    private let plan: ThumbnailPlan
    private let timeBase = Rational(1, 25)
    private let tileFrames: Set<Int>
    private var shrinking: FilterGraph?
    private var lastScore: FrameScore?
    private var best: (frame: Int, score: Double, isBlank: Bool, picture: SharedFrame)?
    /// Where the tiles' pixels go, `yuvj420p`, one after another: a chunk may be a whole film.
    private let file: FileHandle
    /// The frames that the tiles show.
    private(set) var taken: [Int] = []

    /// Starts the file of tiles in a folder anew.
    init(_ plan: ThumbnailPlan, _ chunk: ChunkPlan, folder: String) throws {
        self.plan = plan
        let path = "\(folder)/\(ArtifactFiles.tiles)"
        try DraftFile.write([], to: path)
        file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        tileFrames = Set(plan.tileFrames.filter(chunk.frames.contains))
    }

    /// Whether a frame must be shown to `take`: tiles, candidates, and every frame while nothing but black was seen.
    func wants(_ frame: Int) -> Bool {
        tileFrames.contains(frame) || frame % plan.candidateStep == 0 || best?.isBlank ?? true
    }

    /// Looks at a frame of the grid: at a rendition's small picture; a poster is made from the highest rendition's.
    func take(
        _ frame: Int, small: SharedFrame, large: SharedFrame, isCorrupt: Bool
    ) throws {
        if shrinking == nil {
            shrinking = try FilterGraph(
                VideoFilters.jpeg(plan.tile), for: small.frame, isVideo: true, timeBase: timeBase,
                outputs: 1)
        }
        let tile = try Frame()
        guard let shrinking else { return }
        try shrinking.push(small.frame)
        guard try shrinking.pull(into: tile) else { throw InternalError("no small picture") }
        let score = FrameScore(tile, plan.tile)
        // Damage is full of false detail.
        let value = score.value(after: lastScore) * (isCorrupt ? 0.01 : 1)
        lastScore = score
        let isBetter = best.map {
            ($0.isBlank && !score.isBlank) || ($0.isBlank == score.isBlank && value > $0.score)
        }
        if isBetter ?? true { best = (frame, value, score.isBlank, large) }
        if tileFrames.contains(frame) {
            do {
                try file.write(contentsOf: tile.copyPixels())
            } catch {
                throw OutputError(error)
            }
            taken.append(frame)
        }
    }

    /// The best picture as JPEG; `nil` if none was taken.
    func poster() throws -> (frame: Int, score: Double, bytes: [UInt8])? {
        guard let best else { return nil }
        let graph = try FilterGraph(
            VideoFilters.jpeg(plan.poster), for: best.picture.frame, isVideo: true,
            timeBase: timeBase, outputs: 1)
        try graph.push(best.picture.frame)
        let picture = try Frame()
        guard try graph.pull(into: picture) else { throw InternalError("no poster") }
        // A blank picture stands behind every other one.
        let score = best.isBlank ? best.score / 1_000 : best.score
        return (best.frame, score, try JPEG.encode(picture, plan.poster))
    }
}
