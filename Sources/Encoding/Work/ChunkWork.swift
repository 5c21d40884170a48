package import MediaModel
package import MediaSandbox
package import MediaUnits
package import Sandbox

/// Decodes one chunk of an upload once, and encodes a set of renditions of it.
///
/// The bytes of a segment depend neither on the set nor on its order.
package struct ChunkWork: UploadMediaWork {
    package let plan: VideoPlan
    package let chunk: ChunkPlan
    package let renditions: [ChunkRendition]
    package let formats: FormatSet

    package typealias Output = ChunkResult

    package static let kind = "chunk"

    package var stages: Set<String> {
        Set(renditions.map { Stage.encode(plan.rungs[$0.rung].name) })
            .union([Stage.decode, Stage.convert, Stage.thumbnails, Stage.quality, Stage.package])
    }

    /// Makes the work of a chunk, with only the parts of the plan that the chunk needs; a plan may have thousands of chunks.
    ///
    /// - Parameters:
    ///   - plan: The plan.
    ///   - chunk: The chunk.
    ///   - renditions: The renditions to encode; none if the chunk is decoded for thumbnails and corruption only.
    ///   - makesThumbnails: Whether tiles and a poster candidate are made, if they are planned.
    ///   - formats: The codecs that are read.
    package init(
        _ plan: VideoPlan, _ chunk: ChunkPlan, renditions: [ChunkRendition], makesThumbnails: Bool,
        formats: FormatSet
    ) {
        self.plan = plan.reduced(to: chunk, hasThumbnails: makesThumbnails)
        self.chunk = chunk
        self.renditions = renditions
        self.formats = formats
    }

    package func run(on upload: Upload, in context: SandboxContext) throws -> ChunkResult {
        try ChunkEncoder(
            upload: upload, plan: plan, chunk: chunk, renditions: renditions,
            folder: context.folder, isStopped: context.isStopped, report: context.report,
            stages: context.stages
        ).run()
    }
}

extension VideoPlan {
    /// Returns the plan without segments, other chunks, and other chunks' thumbnails.
    fileprivate func reduced(to chunk: ChunkPlan, hasThumbnails: Bool) -> VideoPlan {
        VideoPlan(
            grid: grid, source: source, gop: gop, rungs: rungs, dropped: [], segments: [],
            chunks: [], thumbnails: hasThumbnails ? thumbnails?.reduced(to: chunk) : nil)
    }
}

extension ThumbnailPlan {
    fileprivate func reduced(to chunk: ChunkPlan) -> ThumbnailPlan {
        ThumbnailPlan(
            poster: poster, tile: tile, every: every, tileFrames: tileFrames(of: chunk),
            columns: columns, rows: rows, candidateStep: candidateStep)
    }
}
