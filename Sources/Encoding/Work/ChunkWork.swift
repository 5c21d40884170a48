package import MediaModel
package import MediaSandbox
package import MediaUnits
package import Sandbox

/// Encodes one chunk of an upload.
package struct ChunkWork: UploadMediaWork {
    package let plan: VideoPlan
    package let chunk: ChunkPlan
    package let encodes: Bool
    package let formats: FormatSet

    package typealias Output = ChunkResult

    package static let kind = "chunk"

    /// Makes the work of a chunk, with only the parts of the plan that the chunk needs; a plan may have thousands of chunks.
    package init(_ plan: VideoPlan, _ chunk: ChunkPlan, encodes: Bool, formats: FormatSet) {
        self.plan = plan.reduced(to: chunk)
        self.chunk = chunk
        self.encodes = encodes
        self.formats = formats
    }

    package func run(on upload: Upload, in context: SandboxContext) throws -> ChunkResult {
        try ChunkEncoder(
            upload: upload, plan: plan, chunk: chunk, encodes: encodes,
            folder: context.folder, isStopped: context.isStopped, report: context.report
        ).run()
    }
}

extension VideoPlan {
    /// Returns the plan without other chunks, later segments, and other chunks' thumbnails.
    fileprivate func reduced(to chunk: ChunkPlan) -> VideoPlan {
        VideoPlan(
            grid: grid, source: source, gop: gop, rungs: rungs, dropped: [],
            segments: Array(segments.prefix { $0.firstFrame < chunk.frames.upperBound }),
            chunks: [],
            thumbnails: thumbnails?.reduced(to: chunk))
    }
}

extension ThumbnailPlan {
    fileprivate func reduced(to chunk: ChunkPlan) -> ThumbnailPlan {
        ThumbnailPlan(
            poster: poster, tile: tile, every: every,
            tileFrames: tileFrames.filter(chunk.frames.contains), columns: columns, rows: rows,
            candidateStep: candidateStep)
    }
}
