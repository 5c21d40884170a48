internal import Errors
internal import LibAV
internal import MediaModel
internal import VideoCodecs

/// Writes the packets of one video segment, with decode times that lie within the segment.
///
/// The first d + 1 packets, d being the encoder's delay in frames, share the duration of one frame. So every presentation
/// time is at or after its decode time, no edit list is needed, and the segment starts and ends exactly on the grid.
/// Signed offsets and edit lists each shift the audio by 67 ms in some players (measured). Each IDR picture is a fragment
/// and the rest of its GOP another, so that an I-frame playlist can list whole fragments.
final class VideoSegment {
    private let muxer: SegmentMuxer
    private let ticksPerFrame: Int
    private let codec: any VideoCodecModel
    /// The segment's start, from the start of the rendition, and its duration, in ticks.
    private let start: Int
    private let length: Int
    /// The last packet, whose duration is known once the next one arrives.
    private let pending: Packet
    private var count = 0
    private var delay = 0
    /// The ticks from the segment's start to the first packet of the open fragment; `nil` if no fragment is open.
    private var fragmentTime: Int?

    init(_ encoder: Encoder, _ rung: RungPlan, _ segment: SegmentPlan, fragmentIndex: Int) throws {
        muxer = try SegmentMuxer(
            encoder, timescale: rung.timescale, sampleEntry: rung.codec.model.sampleEntry,
            fragmentIndex: fragmentIndex, subject: rung.name)
        pending = try Packet()
        ticksPerFrame = rung.ticksPerFrame
        codec = rung.codec.model
        start = segment.firstFrame / rung.divisor * rung.ticksPerFrame
        length = rung.frames(in: segment.frameCount) * rung.ticksPerFrame
    }

    /// Writes the next packet of the encoder, whose times are in frames from the segment's start.
    func write(_ packet: borrowing Packet) throws {
        let presentation = packet.presentationTime ?? count
        if count == 0 {
            delay = presentation - (packet.decodeTime ?? presentation)
            packet.removeFirst(packet.withBytes { codec.versionMessageLength($0.prefix(4096)) })
        } else {
            try writePending(until: start + decodeTicks(count))
        }
        packet.presentationTime = start + presentation * ticksPerFrame
        packet.decodeTime = start + decodeTicks(count)
        pending.take(packet)
        count += 1
    }

    func finish() throws -> MuxedSegment {
        guard count * ticksPerFrame == length else {
            throw InternalError("\(count) frames of \(length / ticksPerFrame) in a segment")
        }
        try writePending(until: start + length)
        try closeFragment(isKey: false)
        return try muxer.finish()
    }

    /// Returns the decode time of a packet by its index in decode order, in ticks from the segment's start.
    private func decodeTicks(_ index: Int) -> Int {
        index <= delay ? index * ticksPerFrame / (delay + 1) : (index - delay) * ticksPerFrame
    }

    private func writePending(until next: Int) throws {
        pending.duration = next - (pending.decodeTime ?? next)
        let isKey = pending.isKey
        if isKey { try closeFragment(isKey: false) }
        if fragmentTime == nil { fragmentTime = (pending.presentationTime ?? start) - start }
        try muxer.write(pending)
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
