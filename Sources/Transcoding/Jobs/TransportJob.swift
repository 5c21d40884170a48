internal import Crypto
internal import MediaUnits
internal import Scheduling
internal import Storage

/// Writes a node's finished segments again as MPEG-TS, with the default sound in them.
///
/// A step of packaging: what was encoded stays as it is, so a change of the container encodes nothing again, and a
/// download is joined from the same pieces.
struct TransportJob: Job {
    let work: UploadWork
    let video: VideoPlan
    let node: NodePlan
    let pictures: JobHandle<Piece<NodeResult>>
    /// The first node, which wrote the init segments.
    let first: JobHandle<Piece<NodeResult>>
    /// `nil`: the package has no sound.
    let sound: JobHandle<Piece<RenditionResult>>?

    var id: JobID { JobID("transport/\(node.index)") }
    var dependencies: Set<JobID> { Set([pictures.id, first.id] + [sound?.id].compactMap { $0 }) }
    var peakMemory: Int { MemoryEstimate.transport(video, node) }
    var cost: Double { CostEstimate.transport * Double(node.frames.count * video.rungs.count) }

    func run(in context: JobContext) async throws -> Piece<[RenditionResult]> {
        let (pictures, first) = (try context.results[pictures], try context.results[first])
        let sound = try sound.map { try context.results[$0] }
        return try await context.blocking { cancellation in
            let heard = node.segments.compactMap { segment in
                sound?.result.segments.first { $0.index == segment.index }
            }
            let part = TransportPart(
                renditions: pictures.result.rungs, sound: heard)
            return try work.piece(work.key(part)) { folder in
                let writer = TransportWriter(
                    folder: folder, isStopped: { cancellation.isCancelled })
                return try zip(video.rungs, pictures.result.rungs).map { rung, rendition in
                    try writer.write(
                        rendition, rung, from: pictures.folder, with: sound,
                        initialization: "\(first.folder)/\(rung.name)-init.mp4")
                }
            }
        }
    }
}

/// Writes the finished segments of a sound rendition of its own again as MPEG-TS.
struct TransportSoundJob: Job {
    let work: UploadWork
    let audio: AudioPlan
    let sound: JobHandle<Piece<RenditionResult>>

    var id: JobID { JobID("transport/audio/\(audio.name)") }
    var dependencies: Set<JobID> { [sound.id] }
    var peakMemory: Int { MemoryEstimate.audio }
    var cost: Double { CostEstimate.transport * Double(audio.sampleCount) / 1024 }

    func run(in context: JobContext) async throws -> Piece<RenditionResult> {
        let sound = try context.results[sound]
        return try await context.blocking { cancellation in
            let part = TransportPart(renditions: [sound.result], sound: [])
            return try work.piece(work.key(part)) { folder in
                try TransportWriter(
                    folder: folder, isStopped: { cancellation.isCancelled }
                ).write(sound, sampleRate: audio.sampleRate)
            }
        }
    }
}

/// What the bytes depend on: the finished segments, which their hashes tell.
private struct TransportPart: Encodable {
    /// Raised when the same segments give other bytes.
    var version = "ts 1"
    let renditions: [RenditionResult]
    let sound: [SegmentResult]
}

/// Writes segments of MPEG-TS into the folder of a piece.
private struct TransportWriter {
    let folder: String
    let isStopped: @Sendable () -> Bool

    func write(
        _ rendition: RenditionResult, _ rung: RungPlan, from source: String,
        with sound: Piece<RenditionResult>?, initialization: String
    ) throws -> RenditionResult {
        let segments = try rendition.segments.map { segment in
            let pictures = try TransportSegment.Unit.pictures(
                finished(segment, initialization, source),
                frameRate: rung.frameRate, name: rung.name)
            let heard = try sound.map { try sounds(at: segment.index, of: $0) }
            let transport = TransportSegment(
                index: segment.index, pictures: pictures, sounds: heard,
                end: TransportSegment.Unit.end(of: pictures, frameRate: rung.frameRate))
            return try store(transport, segment, as: "\(rung.name)-\(segment.index).ts")
        }
        return RenditionResult(
            name: rendition.name, codec: rendition.codec, initialization: "", segments: segments)
    }

    func write(_ sound: Piece<RenditionResult>, sampleRate: Int) throws -> RenditionResult {
        let segments = try sound.result.segments.map { segment in
            let sounds = try sounds(at: segment.index, of: sound)
            let transport = TransportSegment(
                index: segment.index, pictures: nil, sounds: sounds,
                end: (sounds.first?.decode ?? 0)
                    + (Rational(segment.duration, sampleRate) * TransportClock.rate).rounded)
            return try store(transport, segment, as: "\(segment.index).ts")
        }
        return RenditionResult(
            name: sound.result.name, codec: sound.result.codec, initialization: "",
            segments: segments, loudness: sound.result.loudness)
    }

    private func sounds(
        at index: Int, of sound: Piece<RenditionResult>
    ) throws -> [TransportSegment.Unit] {
        let name = "audio/\(sound.result.name)"
        guard let segment = sound.result.segments.first(where: { $0.index == index }) else {
            throw PackagingFault("\(name): no segment \(index)")
        }
        return try TransportSegment.Unit.sounds(
            finished(segment, "\(sound.folder)/init.mp4", sound.folder), name: name)
    }

    private func finished(
        _ segment: SegmentResult, _ initialization: String, _ source: String
    ) throws -> FinishedSegment {
        try FinishedSegment(
            initialization: initialization, segment: "\(source)/\(segment.file)",
            isStopped: isStopped)
    }

    private func store(
        _ transport: TransportSegment, _ segment: SegmentResult, as file: String
    ) throws -> SegmentResult {
        let (bytes, keys) = transport.write()
        let times = segment.fragments.filter(\.isKey).map(\.time)
        guard transport.pictures == nil || times.count == keys.count else {
            throw PackagingFault("\(file): \(keys.count) keyframes of \(times.count)")
        }
        try AtomicFile.write(bytes, to: "\(folder)/\(file)")
        return SegmentResult(
            index: segment.index, file: file, byteCount: bytes.count, duration: segment.duration,
            sha256: SHA256.hash(data: bytes).hexadecimal, initialization: "",
            codec: segment.codec,
            fragments: zip(keys, times).map { range, time in
                Fragment(offset: range.lowerBound, size: range.count, time: time, isKey: true)
            })
    }
}
