internal import LibAV
internal import MediaModel

/// Writes the pictures of one segment, with decode times squeezed into it (segments.md, section 1).
///
/// The first d + 1 packets, d being the encoder's delay in frames, share one frame's time. So every presentation time is
/// at or after its decode time, no edit list is needed, and the segment starts and ends exactly where it should: signed
/// offsets and edit lists each put the sound off by 67 ms in some players (measured). Each IDR picture is a fragment of its
/// own and the rest of its GOP another, so that an I-frame playlist can list whole fragments.
final class PictureSegment {
    private let muxer: SegmentMuxer
    private let ticksPerFrame: Int
    private let isHEVC: Bool
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
            encoder, timescale: rung.timescale, isVideo: true, fragmentIndex: fragmentIndex,
            subject: rung.name)
        held = try Packet()
        ticksPerFrame = rung.ticksPerFrame
        isHEVC = rung.isHEVC
        start = segment.firstFrame / rung.divisor * rung.ticksPerFrame
        length = rung.frames(in: segment.frameCount) * rung.ticksPerFrame
    }

    /// Takes the next packet of the encoder, whose times are frames from the segment's start.
    func write(_ packet: borrowing Packet) throws {
        let shown = packet.presentationTime ?? count
        if count == 0 {
            delay = shown - (packet.decodeTime ?? shown)
            if !isHEVC { packet.removeVersionMessage() }
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
            throw PackagingFault("\(count) frames of \(length / ticksPerFrame) in a segment")
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

extension Packet {
    /// Cuts off the user data message that x264 puts before its first picture: its own version and settings, 756 bytes
    /// that no player needs (H.264, 7.4.1: NAL unit type 6 is supplemental enhancement information).
    fileprivate func removeVersionMessage() {
        let length = withBytes { bytes in
            // Annex B: 00 00 01, sometimes with a zero before it, then the header.
            let head = bytes.prefix(4096)
            guard let first = head.startCode(from: 0), first.lowerBound <= 1,
                first.upperBound < head.count, head[first.upperBound] & 0x1F == 6,
                let next = head.startCode(from: first.upperBound)
            else { return 0 }
            // The zero before a start code of four bytes belongs to it.
            return next.lowerBound - (head[next.lowerBound - 1] == 0 ? 1 : 0)
        }
        removeFirst(length)
    }
}

extension RawSpan {
    fileprivate func prefix(_ count: Int) -> [UInt8] {
        (0..<min(count, byteCount)).map { unsafe unsafeLoad(fromByteOffset: $0, as: UInt8.self) }
    }
}

extension [UInt8] {
    /// The next 00 00 01 at or after an index.
    fileprivate func startCode(from index: Int) -> Range<Int>? {
        guard count >= 3, index <= count - 3 else { return nil }
        let found = (index...(count - 3)).first {
            self[$0] == 0 && self[$0 + 1] == 0 && self[$0 + 2] == 1
        }
        return found.map { $0..<$0 + 3 }
    }
}
