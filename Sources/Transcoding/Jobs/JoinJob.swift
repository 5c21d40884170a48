internal import Errors
internal import Crypto
internal import MediaModel
internal import MediaUnits
internal import Planning
internal import Presets
internal import Scheduling
internal import Storage
internal import SystemPackage

/// Joins the finished GOPs of a segment, in all renditions, unless the artifacts exist.
///
/// Each GOP is a run of fragments whose times and numbers count from the start of the rendition, so that their bytes one after
/// another are the segment. They are joined without a sandbox process, since nothing parses them.
struct JoinJob: Job {
    let environment: EncodingEnvironment
    let video: VideoPlan
    let segment: SegmentPlan
    /// The chunks that contain the segment's units.
    let chunks: [(plan: ChunkPlan, encoded: JobHandle<ChunkArtifacts>)]

    init(
        _ environment: EncodingEnvironment, _ video: VideoPlan, _ segment: SegmentPlan,
        of chunks: [(plan: ChunkPlan, encoded: JobHandle<ChunkArtifacts>)]
    ) {
        self.environment = environment
        self.video = video
        self.segment = segment
        self.chunks = chunks.filter { $0.plan.frames.overlaps(segment.frames) }
    }

    var id: JobID { JobID("join/\(segment.index)") }
    var dependencies: Set<JobID> { Set(chunks.map(\.encoded.id)) }
    var peakMemory: Int { MemoryEstimate.join }
    var cost: Double { CostEstimate.join * Double(video.rungs.count) }

    /// The values that the bytes of a joined segment depend on.
    private struct KeyMaterial: Encodable {
        var version = "join 1"
        /// The keys and hashes of the units.
        let units: [String]
    }

    func run(in context: JobContext) async throws -> [RenditionArtifacts] {
        let encoded = try chunks.map { (plan: $0.plan, try context.results[$0.encoded]) }
        return try await context.blocking { cancellation in
            try video.rungs.enumerated().map { index, rung in
                let units = encoded.flatMap { plan, artifacts in
                    zip(plan.units, artifacts.renditions[index].segments)
                        .filter { segment.frames.contains($0.0.firstFrame) }.map(\.1)
                }
                let artifact = try join(units, of: rung) {
                    if cancellation.isCancelled { throw CancellationError() }
                }
                return RenditionArtifacts(name: rung.name, segments: [artifact])
            }
        }
    }

    private func join(
        _ units: [Artifact<SegmentResult>], of rung: RungPlan, checkCancellation: () throws -> Void
    ) throws -> Artifact<SegmentResult> {
        let key = try environment.key(
            KeyMaterial(units: units.flatMap { [$0.key, $0.result.sha256] }))
        let container = environment.plan.container
        return try environment.artifact(key) { result in
            try result.validate(rung, segment)
            return result
        } files: {
            $0.files(of: rung.name)
        } paths: {
            container == .ts ? [:] : PublishedPaths.files(of: $0, rung.name, in: container)
        } make: { draft in
            let sha256 = try join(
                units.map { ($0, ArtifactFiles.segment($0.result.index, of: rung.name)) },
                expecting: units.map(\.result.sha256), checkCancellation,
                to: draft.path.appending(ArtifactFiles.segment(segment.index, of: rung.name)))
            if segment.index == 0, let first = units.first {
                // A copy: only a few files of the workspace may have a second name.
                let name = ArtifactFiles.initialization(of: rung.name)
                _ = try join(
                    [(first, name)], expecting: [first.result.initialization], checkCancellation,
                    to: draft.path.appending(name))
            }
            return try SegmentResult(
                joining: units.map(\.result), to: segment.index, sha256: sha256)
        }
    }

    /// Joins files of finished GOPs; a corrupt GOP is removed, and made again by the next run.
    ///
    /// - Returns: The SHA-256 of the joined file.
    private func join(
        _ files: [(unit: Artifact<SegmentResult>, name: String)], expecting hashes: [String],
        _ checkCancellation: () throws -> Void, to path: FilePath
    ) throws -> String {
        var whole = SHA256()
        var parts = files.map { _ in SHA256() }
        try DraftFile.join(files.map { try $0.unit.open().file($0.name) }, to: path) {
            try checkCancellation()
            whole.update(data: $1)
            parts[$0].update(data: $1)
        }
        for (file, (part, hash)) in zip(files, zip(parts, hashes))
        where part.finalize().hexadecimal != hash {
            try environment.workspace.artifacts.remove(file.unit.key)
            throw environment.corruptArtifacts("finished GOPs have other bytes than were made")
        }
        return whole.finalize().hexadecimal
    }
}
