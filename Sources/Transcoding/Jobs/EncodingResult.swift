internal import MediaModel
internal import MediaUnits
internal import Packaging
internal import Scheduling

/// The results of all jobs of an upload.
struct EncodingResult: Sendable {
    let chunks: [ChunkArtifacts]
    /// The finished segments, each time of all renditions in the order of the plan.
    let segments: [[RenditionArtifacts]]
    let audio: [AudioArtifacts]
    /// The finished segments as MPEG-TS; empty for other containers.
    let transport: [[RenditionArtifacts]]
    /// The runs of audio renditions as MPEG-TS, by the index of the rendition in the plan.
    let transportAudio: [Int: [Artifact<RenditionResult>]]
    /// The names of the files; `nil` if the plan has no thumbnails.
    let thumbnails: Artifact<[String]>?
    let report: RunReport
}

extension EncodingResult {
    /// The seconds that building the package may take: its files are linked or copied, and hashed.
    var secondsToPackage: Double {
        let renditions = publishedSegments.joined().map(\.result) + publishedAudio.map(\.result)
        let segments = renditions.flatMap(\.segments)
        return TaskObserver.seconds(
            bytes: segments.reduce(0) { $0 + Double($1.byteCount) }, files: segments.count)
    }

    /// The segments that are published.
    var publishedSegments: [[RenditionArtifacts]] { transport.isEmpty ? segments : transport }

    /// The number of segments, and how many of them were found in all renditions.
    var segmentCounts: (count: Int, reused: Int) {
        let all = segments.flatMap { renditions in
            (renditions.first?.segments.indices ?? 0..<0).map { index in
                renditions.allSatisfy { $0.segments[index].isReused }
            }
        }
        return (all.count, all.count { $0 })
    }

    /// The audio renditions with the segments that are published; audio that is muxed with video remains unchanged.
    var publishedAudio: [AudioArtifacts] {
        audio.enumerated().map { index, encoded in
            AudioArtifacts(
                runs: transportAudio[index] ?? encoded.runs, loudness: encoded.loudness)
        }
    }

    /// Returns the highest video rendition and the default audio, for an MP4 file.
    func mainTracks(_ plan: EncodingPlan) -> [RemuxTrack] {
        var sources: [RemuxTrack] = []
        if let rung = plan.video?.rungs.first {
            let segments = segments.flatMap { $0.first?.segments ?? [] }
            if let first = segments.first {
                let name = ArtifactFiles.initialization(of: rung.name)
                sources.append(
                    RemuxTrack(
                        ArtifactFile(artifact: first.key, name: name),
                        segments.map { ($0.key, rung.name, $0.result) },
                        timescale: rung.timescale))
            }
        }
        if let index = plan.audio.firstIndex(where: \.isDefault),
            let first = audio[index].runs.first
        {
            let name = ArtifactFiles.initialization(of: nil)
            sources.append(
                RemuxTrack(
                    ArtifactFile(artifact: first.key, name: name),
                    audio[index].runs.flatMap { run in
                        run.result.segments.map { (run.key, nil, $0) }
                    },
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
