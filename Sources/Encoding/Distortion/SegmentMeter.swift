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
    /// The quantizers of P-frames and the squared errors of frames, as the encoder reports them, by the frames' numbers.
    private var quantizers: [Int: Double] = [:]
    private var errors: [Int: Int] = [:]

    init(_ rung: RungPlan, _ segment: SegmentPlan) {
        self.rung = rung
        let reportsErrors = rung.codec.model.reportsErrors
        samples = QualitySamples(
            frameCount: rung.frames(in: segment.frameCount), gop: rung.gop,
            reportsErrors: reportsErrors)
        activity = reportsErrors ? SourceActivity(of: rung) : nil
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
        quantizers[number] = packet.predictedQuantizer
        errors[number] = packet.lumaError
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
            var compared: [Int: FrameComparison] = [:]
            // The packets of frames up to the last sample that are to be decoded; some later frames are references of these.
            var remaining = (numbers.max() ?? gop.lowerBound) - gop.lowerBound + 1
            func compare(_ frame: borrowing Frame) {
                guard let time = frame.presentationTime else { return }
                let number = (time - start) / rung.ticksPerFrame
                compared[number] = sources.comparison(of: frame, number: number)
            }
            while isRead, packets.isEmpty || !packet.isKey {
                let number = ((packet.presentationTime ?? 0) - start) / rung.ticksPerFrame
                packets.append(
                    .init(
                        frame: number, byteCount: packet.byteCount,
                        quantizer: quantizers[number]))
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
            guard Set(numbers) == Set(compared.keys),
                let mean = mean(of: gop, packets, compared)
            else { return SegmentQuality?.none }
            return SegmentQuality(frames: gop.count, sampled: numbers.count, distortion: mean)
        }
        return SegmentQuality.combined(parts)
    }

    /// Returns the estimated mean distortion of a GOP, given its packets in decode order and the compared frames.
    private func mean(
        of gop: Range<Int>, _ packets: [DistortionModel.Packet], _ compared: [Int: FrameComparison]
    ) -> Double? {
        let reported = errors.filter { gop.contains($0.key) }
        let activities = activity?.values.filter { gop.contains($0.key) } ?? [:]
        // The first frame of a clip counts as a change from black, which matters in a GOP of one or two frames.
        if gop.count > 2, reported.count == gop.count, compared.count == 1,
            let frame = compared.first,
            let model = ReportedErrors(reported, activities: activities, sources.xpsnr),
            let mean = model.mean(frame.value, of: frame.key)
        {
            return mean
        }
        return DistortionModel(packets).mean(from: compared.mapValues(\.distortion))
    }
}
