internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Packaging
internal import Planning
internal import Presets
internal import Scheduling
internal import Storage

/// Remuxes consecutive finished segments to MPEG-TS, with the default audio.
///
/// The encoded artifacts remain unchanged: a change of the container encodes nothing again, and the download is joined from the
/// same artifacts.
struct TransportJob: Job {
    let environment: EncodingEnvironment
    let video: VideoPlan
    let encoded: EncodedSegments
    /// The first segments, with the init segments.
    let first: EncodedSegments
    /// The runs of the muxed audio that have the segments; empty without audio.
    let audio: [JobHandle<Artifact<RenditionResult>>]

    var id: JobID { JobID("transport/\(segments.first?.index ?? 0)") }
    var dependencies: Set<JobID> { Set([encoded.id, first.id] + audio.map(\.id)) }
    var peakMemory: Int { MemoryEstimate.transport(video, segments) }
    var cost: Double {
        let frames = segments.reduce(0) { $0 + $1.frameCount }
        return CostEstimate.transport * Double(frames * video.rungs.count)
    }
    private var segments: [SegmentPlan] { encoded.segments }

    func run(in context: JobContext) async throws -> [RenditionArtifacts] {
        let encoded = try encoded.artifacts(in: context.results)
        let first = try first.artifacts(in: context.results)
        let audio = try audio.map { try context.results[$0] }
        return try await context.blocking { cancellation in
            let artifacts = try zip(video.rungs, encoded).map { rung, rendition in
                try zip(segments, rendition.segments).map { segment, encoded in
                    try planned(segment, of: rung, encoded.result, audio.map(\.result))
                }
            }
            var found = try artifacts.map { try $0.map { try environment.find($0) } }
            let missing = try video.rungs.indices.compactMap { index in
                try self.missing(found[index], of: index, encoded, first)
            }
            if let key = artifacts.first?.first?.key, !missing.isEmpty {
                try environment.dividing(key) { draft in
                    let results = try remux(
                        missing, audio, into: draft, context, cancellation)
                    for (missing, results) in zip(missing, results) {
                        for (segment, result) in zip(missing.segments, results) {
                            found[missing.rung][segment] = try environment.store(
                                result, as: artifacts[missing.rung][segment], from: draft)
                        }
                    }
                }
            }
            return zip(video.rungs, found).map {
                RenditionArtifacts(name: $0.name, segments: $1.compactMap { $0 })
            }
        }
    }

    private func planned(
        _ segment: SegmentPlan, of rung: RungPlan, _ encoded: SegmentResult,
        _ audio: [RenditionResult]
    ) throws -> PlannedArtifact<SegmentResult> {
        // None for a last boundary without a packet after it.
        let muxed = audio.lazy.flatMap(\.segments).first { $0.index == segment.index }
        let material = TransportSegmentKey(rung: rung.name, segment: encoded, audio: muxed)
        return PlannedArtifact(
            key: try environment.key(material),
            validate: { result in
                try result.validate(rung, segment, in: .ts)
                return result
            }, files: { $0.files(of: rung.name, .ts) },
            paths: { PublishedPaths.files(of: $0, rung.name, in: .ts) })
    }

    /// Segments of one rendition that were not found.
    private struct Missing {
        /// The index of the rung.
        let rung: Int
        /// The indexes of the segments in those of the job.
        let segments: [Int]
        let work: TransportRendition
    }

    private func missing(
        _ found: [Artifact<SegmentResult>?], of rung: Int, _ encoded: [RenditionArtifacts],
        _ first: [RenditionArtifacts]
    ) throws -> Missing? {
        let segments = found.indices.filter { found[$0] == nil }
        guard !segments.isEmpty, let initial = first[rung].segments.first else {
            return nil
        }
        let name = ArtifactFiles.initialization(of: video.rungs[rung].name)
        return Missing(
            rung: rung, segments: segments,
            work: TransportRendition(
                rung: video.rungs[rung],
                initialization: ArtifactFile(artifact: initial.key, name: name),
                segments: segments.map {
                    let artifact = encoded[rung].segments[$0]
                    return TransportRendition.Segment(
                        result: artifact.result, artifact: artifact.key)
                }))
    }

    private func remux(
        _ missing: [Missing], _ audio: [Artifact<RenditionResult>], into draft: OpenFolder,
        _ context: JobContext, _ cancellation: Cancellation
    ) throws -> [[SegmentResult]] {
        func files(_ results: [[SegmentResult]]) throws -> ArtifactSizes {
            guard results.map(\.count) == missing.map(\.segments.count) else {
                throw ArtifactError("other segments than are planned")
            }
            var files: ArtifactSizes = [:]
            for (missing, results) in zip(missing, results) {
                let rung = video.rungs[missing.rung]
                for (segment, result) in zip(missing.segments, results) {
                    try result.validate(rung, self.segments[segment], in: .ts)
                    files.merge(result.files(of: rung.name, .ts)) { $1 }
                }
            }
            return files
        }
        let keys =
            missing.flatMap { $0.work.segments.map(\.artifact) + [$0.work.initialization.artifact] }
            + audio.map(\.key)
        let indexes = Set(segments.map(\.index))
        return try environment.run(
            TransportWork(
                renditions: missing.map(\.work),
                audio: audio.map { run in
                    TransportAudio(
                        rendition: run.result.with(
                            run.result.segments.filter { indexes.contains($0.index) }),
                        artifact: run.key)
                }),
            MediaGrant(
                readsUpload: false, draft: draft,
                artifacts: environment.folder(containing: Set(keys).sorted())),
            for: self, context, isStopped: { cancellation.isCancelled }, files: files)
    }
}

/// Remuxes the finished segments of a run of a separate audio rendition to MPEG-TS.
struct TransportAudioJob: Job {
    let environment: EncodingEnvironment
    let plan: AudioPlan
    let run: AudioRun
    let audio: JobHandle<Artifact<RenditionResult>>

    var id: JobID { JobID("transport/audio/\(plan.name)/\(run.index)") }
    var dependencies: Set<JobID> { [audio.id] }
    var peakMemory: Int { MemoryEstimate.audio }
    var cost: Double { CostEstimate.transport * Double(run.packets.count / AudioPlan.frameSize) }

    func run(in context: JobContext) async throws -> Artifact<RenditionResult> {
        let audio = try context.results[audio]
        return try await context.blocking { cancellation in
            let material = TransportAudioKey(rendition: audio.result)
            return try environment.artifact(environment.key(material)) { result in
                try result.validate(plan, run, in: .ts)
                return result
            } files: {
                $0.files(of: nil, .ts)
            } paths: {
                PublishedPaths.files(of: $0, plan.name, isFirst: run.index == 0, in: .ts)
            } make: { draft in
                try environment.run(
                    TransportAudioWork(
                        audio: TransportAudio(audio), sampleRate: plan.sampleRate),
                    MediaGrant(
                        readsUpload: false, draft: draft,
                        artifacts: environment.folder(containing: [audio.key])),
                    for: self, context, isStopped: { cancellation.isCancelled }
                ) {
                    try $0.validate(plan, run, in: .ts)
                    return $0.files(of: nil, .ts)
                }
            }
        }
    }
}

/// The values that the bytes of a segment with video depend on: the finished segments with their hashes.
private struct TransportSegmentKey: Encodable {
    /// Raised when the same segments give other bytes.
    var version = "ts 1"
    let rung: String
    let segment: SegmentResult
    let audio: SegmentResult?
}

/// The values that the bytes of an audio rendition depend on.
private struct TransportAudioKey: Encodable {
    /// Raised when the same segments give other bytes.
    var version = "ts 1"
    let rendition: RenditionResult
}

extension RenditionResult {
    /// Returns the rendition with only some of its segments.
    fileprivate func with(_ segments: [SegmentResult]) -> RenditionResult {
        RenditionResult(
            name: name, codec: codec, initialization: initialization, segments: segments,
            loudness: loudness)
    }
}

extension TransportAudio {
    init(_ artifact: Artifact<RenditionResult>) {
        self.init(rendition: artifact.result, artifact: artifact.key)
    }
}
