internal import Errors
internal import LibAV
internal import MediaModel
internal import VideoCodecs

/// Writes the packets of one video segment, with decode times that lie within the segment.
///
/// By `DecodeTimes`, no packet is presented before it is decoded, no edit list is needed, and the segment starts and ends exactly on
/// the grid. Signed offsets and edit lists each shift the audio by 67 ms in some players (measured). Each IDR picture is a fragment
/// and the rest of its GOP another, so that an I-frame playlist can list whole fragments.
final class VideoSegment {
    /// A packet whose decode time, or whose duration, is not known yet.
    private final class HeldPacket {
        let packet: Packet
        /// The number of the frame, from the segment's start.
        let frame: Int

        init(_ source: borrowing Packet, frame: Int) throws {
            packet = try Packet()
            packet.take(source)
            self.frame = frame
        }
    }

    private let muxer: SegmentMuxer
    private let ticksPerFrame: Int
    private let codec: any VideoCodecModel
    /// The segment's start, from the start of the rendition, in ticks.
    private let start: Int
    private let frameCount: Int
    private var times: DecodeTimes
    /// The last packets, at most one more than the encoder's delay in frames.
    private var held: [HeldPacket] = []
    private var count = 0
    /// The ticks from the segment's start to the first packet of the open fragment; `nil` if no fragment is open.
    private var fragmentTime: Int?

    init(_ encoder: Encoder, _ rung: RungPlan, _ segment: SegmentPlan, fragmentIndex: Int) throws {
        muxer = try SegmentMuxer(
            encoder, timescale: rung.timescale, sampleEntry: rung.codec.model.sampleEntry,
            fragmentIndex: fragmentIndex, subject: rung.name)
        ticksPerFrame = rung.ticksPerFrame
        codec = rung.codec.model
        start = segment.firstFrame / rung.divisor * rung.ticksPerFrame
        frameCount = rung.frames(in: segment.frameCount)
        times = DecodeTimes(
            presentation: 0, decoding: 0, ticksPerFrame: ticksPerFrame, frameCount: frameCount)
    }

    /// Writes the next packet of the encoder, whose times are in frames from the segment's start.
    func write(_ packet: borrowing Packet) throws {
        let frame = packet.presentationTime ?? count
        if count == 0 {
            times = DecodeTimes(
                presentation: frame, decoding: packet.decodeTime ?? frame,
                ticksPerFrame: ticksPerFrame, frameCount: frameCount)
            packet.removeFirst(packet.withBytes { codec.versionMessageLength($0.prefix(4096)) })
        }
        if !times.isMovable(frame: frame) {
            try writeHeld(until: times.regularTime(of: count)) { times.regularTime(of: $0) }
        }
        held.append(try HeldPacket(packet, frame: frame))
        count += 1
    }

    func finish() throws -> MuxedSegment {
        guard count == frameCount else {
            throw InternalError("\(count) frames of \(frameCount) in a segment")
        }
        let first = count - held.count
        let last = times.times(of: held.map(\.frame), from: first)
        try writeHeld(until: frameCount * ticksPerFrame) { last[$0 - first] }
        try closeFragment(isKey: false)
        return try muxer.finish()
    }

    /// Writes the held packets.
    ///
    /// - Parameters:
    ///   - end: The end of the last one's duration, in ticks from the segment's start.
    ///   - decodeTime: The decode time of a packet by its index, likewise.
    /// - Throws: `LibAVError`.
    private func writeHeld(until end: Int, _ decodeTime: (Int) -> Int) throws {
        let first = count - held.count
        for (index, item) in zip(first..., held) {
            let time = decodeTime(index)
            item.packet.presentationTime = start + item.frame * ticksPerFrame
            item.packet.decodeTime = start + time
            item.packet.duration = (index + 1 < count ? decodeTime(index + 1) : end) - time
            try write(item)
        }
        held = []
    }

    private func write(_ item: HeldPacket) throws {
        let isKey = item.packet.isKey
        if isKey { try closeFragment(isKey: false) }
        if fragmentTime == nil { fragmentTime = item.frame * ticksPerFrame }
        try muxer.write(item.packet)
        if isKey { try closeFragment(isKey: true) }
    }

    private func closeFragment(isKey: Bool) throws {
        guard let time = fragmentTime else { return }
        try muxer.endFragment(time: time, isKey: isKey)
        fragmentTime = nil
    }
}

extension RawSpan {
    fileprivate func prefix(_ count: Int) -> [UInt8] {
        (0..<min(count, byteCount)).map { unsafe unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
    }
}
