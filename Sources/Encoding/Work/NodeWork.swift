package import MediaModel
package import MediaSandbox
package import MediaUnits
package import Sandbox

/// Encodes one node of an upload.
package struct NodeWork: UploadMediaWork {
    package let plan: VideoPlan
    package let node: NodePlan
    package let encodes: Bool
    package let formats: FormatSet

    package typealias Output = NodeResult

    package static let kind = "node"

    /// Takes what the node needs of the plan: other nodes may be thousands.
    package init(_ plan: VideoPlan, _ node: NodePlan, encodes: Bool, formats: FormatSet) {
        self.plan = plan.part(for: node)
        self.node = node
        self.encodes = encodes
        self.formats = formats
    }

    package func run(on upload: Upload, in context: SandboxContext) throws -> NodeResult {
        try NodeEncoder(
            upload: upload, plan: plan, node: node, encodes: encodes,
            folder: context.folder, isStopped: context.isStopped, report: context.report
        ).run()
    }
}

extension VideoPlan {
    /// Without other nodes, later segments, and small pictures that other nodes take.
    fileprivate func part(for node: NodePlan) -> VideoPlan {
        VideoPlan(
            grid: grid, source: source, gop: gop, rungs: rungs, dropped: [],
            segments: Array(segments.prefix { $0.firstFrame < node.frames.upperBound }), nodes: [],
            thumbnails: thumbnails?.part(for: node))
    }
}

extension ThumbnailPlan {
    fileprivate func part(for node: NodePlan) -> ThumbnailPlan {
        ThumbnailPlan(
            poster: poster, tile: tile, every: every,
            tileFrames: tileFrames.filter(node.frames.contains), columns: columns, rows: rows,
            candidateStep: candidateStep)
    }
}
