internal import LibAV
internal import MediaModel
internal import MediaUnits
internal import Planning
internal import VideoCodecs

/// Compares some frames that a segment's encoder was given with those decoded from the bytes of the finished segment.
///
/// The value depends on the frames and bytes of the segment alone. Confined to the encoder's thread.
final class SegmentMeter {
    private let rung: RungPlan
    private let samples: QualitySamples
    private var sources: ComparedFrames
    private var activity: SourceActivity?
    /// The reports of the encoder on each packet, by the number of its frame.
    private var reports: [Int: (quantizer: Double?, lumaError: Int?)] = [:]

    init(_ rung: RungPlan, _ segment: SegmentPlan) {
        self.rung = rung
        let reportsErrors = rung.codec.model.reportsErrors
        samples = QualitySamples(
            frameCount: rung.frames(in: segment.frameCount), gop: rung.gop,
            reportsErrors: reportsErrors)
        if reportsErrors { activity = SourceActivity(of: rung) }
        sources = ComparedFrames(Set(samples.gops.flatMap(samples.frames)), of: rung)
    }

    /// Takes a frame before it is encoded, numbered from the segment's start.
    func take(_ frame: borrowing Frame, number: Int) {
        sources.take(frame, number: number)
        activity?.take(frame, number: number)
    }

    /// Takes the reports of the encoder on a packet, whose time is in frames from the segment's start.
    func take(_ packet: borrowing Packet) {
        guard let number = packet.presentationTime else { return }
        reports[number] = (packet.predictedQuantizer, packet.lumaError)
    }

    /// Returns the quality of the finished segment, given as its init segment and its bytes; `nil` if this build of libav cannot
    /// decode it.
    func measure(_ segment: [[UInt8]]) throws -> SegmentQuality? {
        sources.endSegment()
        do {
            let demuxer = try Demuxer(
                MemoryReader(segment), name: rung.name,
                analyze: false, stopWhen: { false })
            return try measure(demuxer, Decoder(demuxer, stream: 0, threads: 1))
        } catch let error as LibAVError where !error.isOutOfMemory {
            return nil
        }
    }

    private func measure(_ demuxer: Demuxer, _ decoder: Decoder) throws -> SegmentQuality? {
        let packet = try Packet()
        var isRead = try demuxer.read(into: packet)
        let start = packet.presentationTime ?? 0
        let parts = try samples.gops.map { gop in
            let numbers = samples.frames(of: gop)
            var packets: [DistortionModel.Packet] = []
            var distortions: [Int: Double] = [:]
            // The packets of frames up to the last sample that are to be decoded; some later frames are references of these.
            var remaining = (numbers.max() ?? gop.lowerBound) - gop.lowerBound + 1
            func compare(_ frame: borrowing Frame) {
                guard let time = frame.presentationTime else { return }
                let number = (time - start) / rung.ticksPerFrame
                distortions[number] = sources.distortion(of: frame, number: number)
            }
            while isRead, packets.isEmpty || !packet.isKey {
                let number = ((packet.presentationTime ?? 0) - start) / rung.ticksPerFrame
                packets.append(
                    .init(
                        frame: number, byteCount: packet.byteCount,
                        quantizer: reports[number]?.quantizer,
                        lumaError: reports[number]?.lumaError))
                if remaining > 0 {
                    try decoder.decode(packet, compare)
                    if number <= numbers.max() ?? 0 { remaining -= 1 }
                    if remaining == 0 {
                        try decoder.drain(compare)
                        decoder.reset()
                    }
                }
                isRead = try demuxer.read(into: packet)
            }
            guard Set(numbers) == Set(distortions.keys),
                let mean = DistortionModel(
                    packets, sources.xpsnr,
                    activity: activity?.values.filter { gop.contains($0.key) } ?? [:]
                ).mean(from: distortions)
            else { return SegmentQuality?.none }
            return SegmentQuality(frames: gop.count, sampled: numbers.count, distortion: mean)
        }
        return SegmentQuality.combined(parts)
    }
}
