internal import Errors
internal import Foundation
internal import LibAV
internal import MediaModel
internal import MediaUnits
internal import Storage
internal import SystemPackage

/// Collects thumbnails from the output frames of a chunk: storyboard tiles, and the chunk's best poster.
final class ThumbnailCollector {
    private let plan: ThumbnailPlan
    private let timeBase = Rational(1, 25)
    private let tileFrames: Set<Int>
    private var scaling: FilterGraph?
    private var previousScore: FrameScore?
    private var best: (frame: Int, score: Double, isBlank: Bool, image: SharedFrame)?
    /// The file of the tiles' pixels, `yuvj420p`, one after another; a file, since a chunk may be a whole film.
    private let file: FileHandle
    /// The grid numbers of the frames whose tiles were written.
    private(set) var taken: [Int] = []

    /// Creates an empty file of tiles in a folder.
    init(_ plan: ThumbnailPlan, _ chunk: ChunkPlan, folder: FilePath) throws {
        self.plan = plan
        let path = folder.appending(ArtifactFiles.tiles)
        try DraftFile.write([], to: path)
        file = try FileHandle(forWritingTo: URL(filePath: path.string))
        tileFrames = Set(plan.tileFrames(of: chunk))
    }

    /// Returns whether `take` needs a frame: tiles, poster candidates, and every frame while all frames so far were blank.
    func wants(_ frame: Int) -> Bool {
        tileFrames.contains(frame) || frame % plan.candidateStep == 0 || best?.isBlank ?? true
    }

    /// Evaluates a frame of the grid by the frame of the smallest rendition; posters are made from the highest rendition.
    func take(
        _ frame: Int, small: SharedFrame, large: SharedFrame, isCorrupt: Bool
    ) throws {
        if scaling == nil {
            scaling = try FilterGraph(
                VideoFilters.jpeg(plan.tile), for: small.frame, isVideo: true, timeBase: timeBase,
                outputs: 1)
        }
        let tile = try Frame()
        guard let scaling else { return }
        try scaling.push(small.frame)
        guard try scaling.pull(into: tile) else { throw InternalError("no thumbnail") }
        let score = FrameScore(tile, plan.tile)
        // Corrupt frames are full of false detail.
        let value = score.value(after: previousScore) * (isCorrupt ? 0.01 : 1)
        previousScore = score
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

    /// Returns the best poster as JPEG; `nil` if no frame was evaluated.
    func poster() throws -> (frame: Int, score: Double, bytes: [UInt8])? {
        guard let best else { return nil }
        let graph = try FilterGraph(
            VideoFilters.jpeg(plan.poster), for: best.image.frame, isVideo: true,
            timeBase: timeBase, outputs: 1)
        try graph.push(best.image.frame)
        let poster = try Frame()
        guard try graph.pull(into: poster) else { throw InternalError("no poster") }
        // Blank frames rank below all others.
        let score = best.isBlank ? best.score / 1_000 : best.score
        return (best.frame, score, try JPEG.encode(poster, plan.poster))
    }
}
