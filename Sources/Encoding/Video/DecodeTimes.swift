/// The decode times of a segment's packets, in ticks from the segment's start.
///
/// The first d + 1 packets, d being the encoder's delay in frames, share the duration of one frame, and each later one follows a
/// frame after another: no packet is presented before it is decoded. A packet's duration lasts to the next decode time, which
/// for the last packet is the segment's end. The last packets are decoded later where this would present a frame beyond the
/// end: players that limit a buffer to the end (`appendWindowEnd` of Media Source Extensions) would drop the whole frame.
struct DecodeTimes {
    /// The encoder's delay, in frames.
    let delay: Int
    let ticksPerFrame: Int
    /// The number of the segment's frames.
    let frameCount: Int

    /// Creates the times of a segment from those of its first packet, in frames.
    ///
    /// The decode time of x265 is undefined in a segment of fewer frames than the delay (observed: bytes of uninitialized memory).
    init(presentation: Int, decoding: Int, ticksPerFrame: Int, frameCount: Int) {
        let earliest = presentation - max(0, frameCount - 1)
        delay = presentation - min(presentation, max(earliest, decoding))
        self.ticksPerFrame = ticksPerFrame
        self.frameCount = frameCount
    }

    private var end: Int { frameCount * ticksPerFrame }

    /// Returns the decode time of a packet by its index in decode order, unless it is one of the last that are decoded later.
    func regularTime(of index: Int) -> Int {
        index <= delay ? index * ticksPerFrame / (delay + 1) : (index - delay) * ticksPerFrame
    }

    /// Whether the packet of a frame may be decoded later than at its regular time.
    ///
    /// If it may not, neither may the packets before it: a packet's shift is at most that of the next packet, since regular times
    /// are at most one frame apart, and each frame is presented at least one frame before the end. The largest shift is `delay`
    /// frames.
    func isMovable(frame: Int) -> Bool { frame >= frameCount - delay }

    /// Returns the decode times of the segment's last packets.
    ///
    /// - Parameters:
    ///   - frames: The numbers of their frames, in decode order; from the last packet that is not movable on.
    ///   - first: The index of the first of them in decode order.
    /// - Returns: Their times, in decode order. That of the segment's first packet is 0.
    func times(of frames: [Int], from first: Int) -> [Int] {
        var times: [Int] = []
        var next = end
        for (offset, frame) in frames.enumerated().reversed() {
            let regular = regularTime(of: first + offset)
            let shown = end - frame * ticksPerFrame
            next = first + offset == 0 ? regular : max(regular, next - shown)
            times.append(next)
        }
        return times.reversed()
    }
}
