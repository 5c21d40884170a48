internal import Errors
internal import LibAV
internal import MediaModel
internal import VideoCodecs

/// Writes the pictures of one segment, with decode times squeezed into it (segments.md, section 1).
///
/// The first d + 1 packets, d being the encoder's delay in frames, share one frame's time. So every presentation time is
/// at or after its decode time, no edit list is needed, and the segment starts and ends exactly where it should: signed
/// offsets and edit lists each put the sound off by 67 ms in some players (measured). Each IDR picture is a fragment of its
/// own and the rest of its GOP another, so that an I-frame playlist can list whole fragments.
final class VideoSegment {
    private let muxer: SegmentMuxer
    private let ticksPerFrame: Int
    private let codec: any VideoCodecModel
    /// Ticks from the start of the rendition, and of the segment's length.
    private let start: Int
    private let length: Int
    /// The last packet, whose duration is known when the next one is there.
    private let held: Packet
    private var count = 0
    private var delay = 0
    /// Ticks from the segment's start to the first packet of the fragment that is open; `nil` if none is.
    private var openSince: Int?

    init(_ encoder: Encoder, _ rung: RungPlan, _ segment: SegmentPlan, fragmentIndex: Int) throws {
        muxer = try SegmentMuxer(
            encoder, timescale: rung.timescale, sampleEntry: rung.codec.model.sampleEntry,
            fragmentIndex: fragmentIndex, subject: rung.name)
        held = try Packet()
        ticksPerFrame = rung.ticksPerFrame
        codec = rung.codec.model
        start = segment.firstFrame / rung.divisor * rung.ticksPerFrame
        length = rung.frames(in: segment.frameCount) * rung.ticksPerFrame
    }

    /// Takes the next packet of the encoder, whose times are frames from the segment's start.
    func write(_ packet: borrowing Packet) throws {
        let shown = packet.presentationTime ?? count
        if count == 0 {
            delay = shown - (packet.decodeTime ?? shown)
            packet.removeFirst(packet.withBytes { codec.versionMessageLength($0.prefix(4096)) })
        } else {
            try writeHeld(until: start + decodeTicks(count))
        }
        packet.presentationTime = start + shown * ticksPerFrame
        packet.decodeTime = start + decodeTicks(count)
        held.take(packet)
        count += 1
    }

    func finish() throws -> MuxedSegment {
        guard count * ticksPerFrame == length else {
            throw InternalError("\(count) frames of \(length / ticksPerFrame) in a segment")
        }
        try writeHeld(until: start + length)
        try closeFragment(isKey: false)
        return try muxer.finish()
    }

    /// Ticks from the segment's start at which the packet at a place in decode order is decoded.
    private func decodeTicks(_ index: Int) -> Int {
        index <= delay ? index * ticksPerFrame / (delay + 1) : (index - delay) * ticksPerFrame
    }

    private func writeHeld(until next: Int) throws {
        held.duration = next - (held.decodeTime ?? next)
        let isKey = held.isKey
        if isKey { try closeFragment(isKey: false) }
        if openSince == nil { openSince = (held.presentationTime ?? start) - start }
        try muxer.write(held)
        if isKey { try closeFragment(isKey: true) }
    }

    private func closeFragment(isKey: Bool) throws {
        guard let time = openSince else { return }
        try muxer.endFragment(time: time, isKey: isKey)
        openSince = nil
    }
}

extension RawSpan {
    fileprivate func prefix(_ count: Int) -> [UInt8] {
        (0..<min(count, byteCount)).map { unsafe unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
    }
}
