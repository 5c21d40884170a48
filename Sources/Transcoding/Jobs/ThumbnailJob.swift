internal import Encoding
internal import Foundation
internal import HLS
internal import LibAV
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Packaging
internal import Planning
internal import Scheduling
internal import Storage
internal import SystemPackage

/// Makes storyboard sheets with their index, and the poster, of the images of all chunks, unless the artifact exists.
struct ThumbnailJob: Job {
    let environment: EncodingEnvironment
    let plan: VideoPlan
    let thumbnails: ThumbnailPlan
    let chunks: [JobHandle<ChunkArtifacts>]

    var id: JobID { "thumbnails" }
    var dependencies: Set<JobID> { Set(chunks.map(\.id)) }
    /// The size of one sheet as tiles, as a joined image and as JPEG.
    var peakMemory: Int {
        thumbnails.tile.pixelCount * thumbnails.columns * thumbnails.rows * 6 + (16 << 20)
    }
    var cost: Double { CostEstimate.seconds(thumbnails) }

    /// The values that the bytes depend on.
    private struct KeyMaterial: Encodable {
        let thumbnails: ThumbnailPlan
        let grid: FrameGrid
        /// The chunks' keys.
        let artifacts: [String]
    }

    /// - Returns: The names of the files.
    func run(in context: JobContext) async throws -> Artifact<[String]> {
        let artifacts = try chunks.map { try context.results[$0].decoding }
        let material = KeyMaterial(
            thumbnails: thumbnails, grid: plan.grid, artifacts: artifacts.map(\.key))
        let best = artifacts.max {
            ($0.result.poster?.score ?? -1) < ($1.result.poster?.score ?? -1)
        }
        let poster = best?.result.poster == nil ? nil : best
        return try await context.blocking { cancellation in
            let sheets = sheets(of: artifacts)
            let files = (poster == nil ? [] : [Self.poster]) + sheets + [Self.storyboard]
            return try environment.artifact(environment.key(material)) { result in
                guard result == files else { throw ArtifactError("other thumbnails") }
                return result
            } files: { names in
                ArtifactSizes(uniqueKeysWithValues: names.map { ($0, nil) })
            } make: { draft in
                _ = try environment.run(
                    ThumbnailWork(thumbnails: thumbnails, tiles: tiles(of: artifacts)),
                    MediaGrant(
                        readsUpload: false, draft: draft,
                        artifacts: environment.folder(containing: artifacts.map(\.key))),
                    for: self, context, isStopped: { cancellation.isCancelled }
                ) { _ in ArtifactSizes(uniqueKeysWithValues: sheets.map { ($0, nil) }) }
                if let poster {
                    try FilePlacement.place(
                        poster.open().file(ArtifactFiles.poster),
                        at: draft.path.appending(Self.poster))
                }
                let track = try thumbnails.track(plan.grid, sheets: sheets)
                try AtomicFile.write(track.text, to: draft.path.appending(Self.storyboard))
                return files
            }
        }
    }

    private static let poster = "poster.jpg"
    private static let storyboard = "storyboard.vtt"

    private func tiles(of artifacts: [Artifact<DecodingResult>]) -> [ThumbnailWork.Tiles] {
        artifacts.filter { !$0.result.tiles.isEmpty }.map {
            ThumbnailWork.Tiles(artifact: $0.key, count: $0.result.tiles.count)
        }
    }

    /// The names of the storyboard's sheets.
    private func sheets(of artifacts: [Artifact<DecodingResult>]) -> [String] {
        let perSheet = thumbnails.columns * thumbnails.rows
        let count = artifacts.reduce(0) { $0 + $1.result.tiles.count }
        return (0..<(count + perSheet - 1) / perSheet).map(ArtifactFiles.storyboard)
    }
}
