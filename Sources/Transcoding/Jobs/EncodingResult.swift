internal import MediaModel
internal import MediaUnits
internal import Packaging
internal import Scheduling

/// Everything that the jobs of one upload left.
struct EncodingResult: Sendable {
    let chunks: [Artifact<ChunkResult>]
    let audio: [Artifact<RenditionResult>]
    /// The chunks' renditions as MPEG-TS; empty for other packages.
    let transport: [Artifact<[RenditionResult]>]
    /// By their place in the plan.
    let transportAudio: [Int: Artifact<RenditionResult>]
    /// The names of its files; `nil` where none are wanted.
    let thumbnails: Artifact<[String]>?
    let report: RunReport
}

extension EncodingResult {
    /// Seconds that laying the package out may take: its files are linked or copied, and hashed.
    var secondsToPackage: Double {
        let renditions = publishedChunks.flatMap(\.result.rungs) + publishedAudio.map(\.result)
        let segments = renditions.flatMap(\.segments)
        return StepObserver.seconds(
            bytes: segments.reduce(0) { $0 + Double($1.byteCount) }, files: segments.count)
    }

    /// The chunks with the segments that are published, and where those lie.
    var publishedChunks: [Artifact<ChunkResult>] {
        guard !transport.isEmpty else { return chunks }
        return zip(chunks, transport).map { chunk, transport in
            Artifact(
                folder: transport.folder, result: chunk.result.replacing(transport.result),
                isReused: chunk.isReused)
        }
    }

    /// Likewise the sounds; one that stands in the pictures' segments stays as it is.
    var publishedAudio: [Artifact<RenditionResult>] {
        audio.indices.map { transportAudio[$0] ?? audio[$0] }
    }

    /// The highest rendition and the default sound of a plan, as finished artifacts of MP4 to join.
    func mainTracks(_ plan: EncodingPlan) -> [RemuxTrack] {
        var sources: [RemuxTrack] = []
        if let rung = plan.video?.rungs.first, let first = chunks.first {
            let name = ArtifactFiles.initialization(of: rung.name)
            let segments = chunks.flatMap { chunk in
                chunk.result.rungs[0].segments.map { (chunk.key, rung.name, $0) }
            }
            sources.append(
                RemuxTrack(
                    ArtifactFile(artifact: first.key, name: name), segments,
                    timescale: rung.timescale))
        }
        if let index = plan.audio.firstIndex(where: \.isDefault) {
            let artifact = audio[index]
            let name = ArtifactFiles.initialization(of: nil)
            sources.append(
                RemuxTrack(
                    ArtifactFile(artifact: artifact.key, name: name),
                    artifact.result.segments.map { (artifact.key, nil, $0) },
                    timescale: plan.audio[index].sampleRate))
        }
        return sources
    }
}

extension RemuxTrack {
    fileprivate init(
        _ initialization: ArtifactFile,
        _ segments: [(artifact: String, rung: String?, result: SegmentResult)], timescale: Int
    ) {
        self.init(
            files: [initialization]
                + segments.map {
                    ArtifactFile(
                        artifact: $0.artifact,
                        name: ArtifactFiles.segment($0.result.index, of: $0.rung))
                },
            duration: Rational(segments.reduce(0) { $0 + $1.result.duration }, timescale))
    }
}
