internal import Errors
internal import Crypto
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Presets
internal import Storage
internal import SystemPackage

/// Remuxes finished segments to MPEG-TS.
struct TransportWriter {
    /// The folder of the segments' artifacts.
    let artifacts: OpenFolder
    let folder: FilePath
    let isStopped: @Sendable () -> Bool

    func write(
        _ rendition: TransportRendition, with audio: [TransportAudio]
    ) throws -> [SegmentResult] {
        let rung = rendition.rung
        return try rendition.segments.map { finished in
            let segment = finished.result
            let videoUnits = try TransportSegment.Unit.video(
                self.finished(
                    segment, of: rung.name, rendition.initialization, finished.artifact),
                frameRate: rung.frameRate, name: rung.name)
            let audioUnits =
                audio.isEmpty ? nil : try self.audioUnits(at: segment.index, of: audio)
            let transport = TransportSegment(
                index: segment.index, videoUnits: videoUnits, audioUnits: audioUnits,
                end: TransportSegment.Unit.end(of: videoUnits, frameRate: rung.frameRate))
            return try store(
                transport, segment, as: ArtifactFiles.segment(segment.index, of: rung.name, .ts))
        }
    }

    func write(_ audio: TransportAudio, sampleRate: Int) throws -> RenditionResult {
        let segments = try audio.rendition.segments.map { segment in
            let audioUnits = try audioUnits(at: segment.index, of: [audio])
            let transport = TransportSegment(
                index: segment.index, videoUnits: nil, audioUnits: audioUnits,
                end: (audioUnits.first?.decode ?? 0)
                    + (Rational(segment.duration, sampleRate) * TransportClock.rate).rounded)
            return try store(
                transport, segment, as: ArtifactFiles.segment(segment.index, of: nil, .ts))
        }
        return RenditionResult(
            name: audio.rendition.name, codec: audio.rendition.codec, initialization: "",
            segments: segments, loudness: audio.rendition.loudness)
    }

    private func audioUnits(
        at index: Int, of runs: [TransportAudio]
    ) throws -> [TransportSegment.Unit] {
        for run in runs {
            guard let segment = run.rendition.segments.first(where: { $0.index == index }) else {
                continue
            }
            let initialization = ArtifactFile(
                artifact: run.artifact, name: ArtifactFiles.initialization(of: nil))
            return try TransportSegment.Unit.audio(
                finished(segment, of: nil, initialization, run.artifact),
                name: "audio/\(run.rendition.name)")
        }
        throw InternalError("audio: no segment \(index)")
    }

    private func finished(
        _ segment: SegmentResult, of rung: String?, _ initialization: ArtifactFile,
        _ artifact: String
    ) throws -> FinishedSegment {
        let name = ArtifactFiles.segment(segment.index, of: rung)
        let files = [initialization, ArtifactFile(artifact: artifact, name: name)]
        return try FinishedSegment(
            JoinedFiles(files, in: artifacts), name: name, isStopped: isStopped)
    }

    private func store(
        _ transport: TransportSegment, _ segment: SegmentResult, as file: String
    ) throws -> SegmentResult {
        let (bytes, keys) = transport.write()
        let times = segment.fragments.filter(\.isKey).map(\.time)
        guard transport.videoUnits == nil || times.count == keys.count else {
            throw InternalError("\(file): \(keys.count) keyframes of \(times.count)")
        }
        try DraftFile.write(bytes, to: folder.appending(file))
        return SegmentResult(
            index: segment.index, byteCount: bytes.count, duration: segment.duration,
            sha256: SHA256.hash(data: bytes).hexadecimal, initialization: "",
            codec: segment.codec,
            fragments: zip(keys, times).map { range, time in
                Fragment(offset: range.lowerBound, size: range.count, time: time, isKey: true)
            }, quality: segment.quality)
    }
}
