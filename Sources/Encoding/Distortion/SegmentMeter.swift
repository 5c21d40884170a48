internal import LibAV
internal import MediaModel
internal import MediaUnits
internal import Planning
internal import VideoCodecs

/// Compares some frames that a segment's encoder was given with those decoded from the bytes of the finished segment.
///
/// The values depend on the frames and bytes of the segment, and on which frames are compared, alone. Confined to the encoder's thread.
final class SegmentMeter {
    private let rung: RungPlan
    private let samples: QualitySamples
    private var sources: ComparedFrames
    private var activity: SourceActivity?
    /// The quantizers of P-frames and the squared errors of frames, as the encoder reports them, by the frames' numbers.
    private var quantizers: [Int: Double] = [:]
    private var errors: [Int: Int] = [:]

    init(_ rung: RungPlan, _ samples: QualitySamples) {
        self.rung = rung
        self.samples = samples
        activity = rung.codec.model.reportsErrors ? SourceActivity(of: rung) : nil
        sources = ComparedFrames(Set(samples.gops.flatMap(\.compared)), of: rung)
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

    /// Returns the quality of the GOPs of the finished segment, given as its init segment and its bytes; `nil` if this build of libav
    /// cannot decode it.
    func measure(_ segment: [[UInt8]]) throws -> [GOPQuality]? {
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

    private func measure(_ demuxer: Demuxer, _ decoder: Decoder) throws -> [GOPQuality]? {
        let packet = try Packet()
        var isRead = try demuxer.read(into: packet)
        let start = packet.presentationTime ?? 0
        let parts = try samples.gops.map { gop in
            var packets: [DistortionModel.Packet] = []
            var compared: [Int: FrameComparison] = [:]
            let last = gop.compared.last ?? gop.frames.lowerBound - 1
            // The packets of frames up to the last sample that are to be decoded; some later frames are references of these.
            var remaining = last - gop.frames.lowerBound + 1
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
                    decoder.skipsUnreferenced = !gop.compared.contains(number)
                    try decoder.decode(packet, compare)
                    if number <= last { remaining -= 1 }
                    if remaining == 0 {
                        try decoder.drain(compare)
                        decoder.reset()
                    }
                }
                isRead = try demuxer.read(into: packet)
            }
            guard Set(gop.compared) == Set(compared.keys) else { return GOPQuality?.none }
            return quality(of: gop, packets, compared)
        }
        let known = parts.compactMap(\.self)
        return known.count == parts.count ? known : nil
    }

    /// Returns the quality of a GOP, given its packets in decode order and the compared frames; `nil` if these do not give it.
    private func quality(
        of gop: QualitySamples.GOP, _ packets: [DistortionModel.Packet],
        _ compared: [Int: FrameComparison]
    ) -> GOPQuality? {
        let reports = reports(of: gop.frames)
        func estimate(_ numbers: ArraySlice<Int>) -> Double? {
            let frames = compared.filter { numbers.contains($0.key) }
            return reports?.mean(frames)
                ?? DistortionModel(packets).mean(from: frames.mapValues(\.distortion))
        }
        let count = gop.compared.count
        let first = estimate(gop.compared.prefix(1))
        let all = count > 1 ? estimate(gop.compared[...]) : nil
        guard count > 0 ? first != nil && (count == 1 || all != nil) : reports != nil else {
            return nil
        }
        return GOPQuality(
            frames: gop.frames.count, sampled: count, byReports: reports?.mean,
            byFirstSample: first, byAllSamples: all)
    }

    /// Returns the encoder's reports on a GOP; `nil` if it lacks some, or is too short for them.
    private func reports(of frames: Range<Int>) -> ReportedErrors? {
        let reported = errors.filter { frames.contains($0.key) }
        let activities = activity?.values.filter { frames.contains($0.key) } ?? [:]
        // The first frame of a clip counts as a change from black, which matters in a GOP of one or two frames.
        guard frames.count > 2, reported.count == frames.count else { return nil }
        return ReportedErrors(reported, activities: activities, sources.xpsnr)
    }
}
