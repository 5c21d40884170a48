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

    /// Takes what the chunk needs of the plan: other chunks may be thousands.
    package init(_ plan: VideoPlan, _ chunk: ChunkPlan, encodes: Bool, formats: FormatSet) {
        self.plan = plan.part(for: chunk)
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
    /// Without other chunks, later segments, and small pictures that other chunks take.
    fileprivate func part(for chunk: ChunkPlan) -> VideoPlan {
        VideoPlan(
            grid: grid, source: source, gop: gop, rungs: rungs, dropped: [],
            segments: Array(segments.prefix { $0.firstFrame < chunk.frames.upperBound }),
            chunks: [],
            thumbnails: thumbnails?.part(for: chunk))
    }
}

extension ThumbnailPlan {
    fileprivate func part(for chunk: ChunkPlan) -> ThumbnailPlan {
        ThumbnailPlan(
            poster: poster, tile: tile, every: every,
            tileFrames: tileFrames.filter(chunk.frames.contains), columns: columns, rows: rows,
            candidateStep: candidateStep)
    }
}
