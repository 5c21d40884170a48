internal import MediaModel
internal import MediaUnits
internal import Packaging
internal import Scheduling

/// Everything that the jobs of one upload left.
struct EncodingResult: Sendable {
    let nodes: [Piece<NodeResult>]
    let audio: [Piece<RenditionResult>]
    /// The nodes' renditions as MPEG-TS; empty for other packages.
    let transport: [Piece<[RenditionResult]>]
    /// By their place in the plan.
    let transportSound: [Int: Piece<RenditionResult>]
    /// The names of its files; `nil` where none are wanted.
    let thumbnails: Piece<[String]>?
    let report: RunReport
}

extension EncodingResult {
    /// Seconds that laying the package out may take: its files are linked or copied, and hashed.
    var secondsToPackage: Double {
        let renditions = publishedNodes.flatMap(\.result.rungs) + publishedAudio.map(\.result)
        let segments = renditions.flatMap(\.segments)
        return StepObserver.seconds(
            bytes: segments.reduce(0) { $0 + Double($1.byteCount) }, files: segments.count)
    }

    /// The nodes with the segments that are published, and where those lie.
    var publishedNodes: [Piece<NodeResult>] {
        guard !transport.isEmpty else { return nodes }
        return zip(nodes, transport).map { node, transport in
            Piece(
                folder: transport.folder, result: node.result.replacing(transport.result),
                isReused: node.isReused)
        }
    }

    /// Likewise the sounds; one that stands in the pictures' segments stays as it is.
    var publishedAudio: [Piece<RenditionResult>] {
        audio.indices.map { transportSound[$0] ?? audio[$0] }
    }

    /// The highest rendition and the default sound of a plan, as finished pieces of MP4 to join.
    func mainTracks(_ plan: Plan) -> [RemuxTrack] {
        var sources: [RemuxTrack] = []
        if let rung = plan.video?.rungs.first, let first = nodes.first {
            let name = ArtifactFiles.initialization(of: rung.name)
            let segments = nodes.flatMap { node in
                node.result.rungs[0].segments.map { (node.key, rung.name, $0) }
            }
            sources.append(
                RemuxTrack(
                    ArtifactFile(artifact: first.key, name: name), segments,
                    timescale: rung.timescale))
        }
        if let index = plan.audio.firstIndex(where: \.isDefault) {
            let piece = audio[index]
            let name = ArtifactFiles.initialization(of: nil)
            sources.append(
                RemuxTrack(
                    ArtifactFile(artifact: piece.key, name: name),
                    piece.result.segments.map { (piece.key, nil, $0) },
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
