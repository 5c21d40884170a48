internal import MediaUnits

/// A bit budget that limits a segment to its rung's ceiling at an operating point, from frame to frame.
///
/// The encoder's buffer starts full, so that the first frame of a still scene is not starved. The rest of the segment must then
/// get fewer bits than the ceiling, by the bits of the buffer that the encoder spends until the end. The maximum rate is therefore
/// the rate at which the segment reaches the ceiling exactly if the encoder leaves as many bits in its buffer as x264 does: half
/// of it while it looks ahead, none in the last frames. Simple frames leave the buffer full, and the rate returns to the ceiling.
///
/// `SegmentBudget`, which is for presets, changes the rate between GOPs only, and only where the quantizer is far above CRF.
/// Segments of noise exceeded the ceiling by 4 to 30 % with it, and none did here (measured; docs/encoding.md).
struct FrameBudget: SegmentRate {
    /// The share of the buffer that x264 retains for the frames after its lookahead (x264, ratecontrol.c, clip_qscale).
    private static let retained = 0.5
    /// The least rate, as a share of the ceiling: a lower one would make the quality of a segment too uneven.
    private static let least = 0.25
    /// The bits of a frame's entry in a fragment's header, which count for the segment's rate, not for the decoder's buffer
    /// (ISO/IEC 14496-12, 8.8.8: up to four fields of 32 bits).
    private static let sampleBits = 128.0
    /// The change of the rate, as a share of the ceiling, below which the encoder is not configured again.
    private static let step = 0.005
    /// The bits in the buffer at the first frame, as a share of the segment's bits, and the most of the buffer, which is x264's
    /// default.
    private static let advance = (share: 0.6, most: 0.9)
    /// The same for an encoder whose rate cannot be reduced afterwards.
    ///
    /// x265 leaves about a quarter of the buffer at the end of a complex segment: with 0.4 at its start, segments of 6 s exceeded
    /// the ceiling by up to 3.5 % (measured).
    private static let fixedAdvance = (share: 0.2, most: 0.28)
    /// The least duration, in seconds, of a segment that is limited.
    ///
    /// An IDR frame alone may need the bits of a shorter one. Short uploads and cue points have such segments.
    private static let shortest = 1.0
    /// The share of the buffer that is full at the first frame of a segment that is not limited: the default of x264 and x265.
    private static let unlimitedFill = 0.9

    /// The ceiling, in bits per second.
    private let ceiling: Double
    /// The size of the buffer, in bits.
    private let buffer: Double
    /// The frame rate, in frames per second.
    private let frameRate: Double
    private let frameCount: Int
    private let isLimited: Bool

    /// The share of the buffer that is full at the first frame.
    let initialFill: Double
    /// The bits in the encoder's buffer.
    private var fill: Double
    private var packets = 0
    private var bits = 0.0
    /// The encoder's rate; at first the ceiling, from its options.
    private var current: Double

    /// Creates the budget of a segment.
    ///
    /// - Parameters:
    ///   - ceiling: The ceiling, in bits per second.
    ///   - buffer: The size of the encoder's buffer, in bits.
    ///   - frameRate: The frame rate, in frames per second.
    ///   - frameCount: The frames of the segment.
    ///   - adjustsRate: Whether the encoder's rate can be changed while it encodes.
    init(
        ceiling: Int, buffer: Int, frameRate: Rational, frameCount: Int, adjustsRate: Bool = true
    ) {
        self.ceiling = Double(ceiling)
        self.buffer = Double(max(1, buffer))
        self.frameRate = frameRate.doubleValue
        self.frameCount = frameCount
        let seconds = Double(frameCount) / self.frameRate
        isLimited = seconds >= Self.shortest
        let advance = adjustsRate ? Self.advance : Self.fixedAdvance
        initialFill =
            isLimited
            ? min(advance.most, advance.share * seconds * self.ceiling / self.buffer)
            : Self.unlimitedFill
        fill = initialFill * self.buffer
        current = self.ceiling
    }

    mutating func spend(bytes: Int, quantizer: Double?) {
        let bits = Double(bytes * 8)
        packets += 1
        self.bits += bits + Self.sampleBits
        fill = min(buffer, fill - bits + current / frameRate)
    }

    /// The encoder has encoded all frames whose packets it has returned, so the rate applies to the frame after these.
    mutating func rate(before frame: Int) -> Int? {
        guard isLimited, packets < frameCount else { return nil }
        let seconds = Double(frameCount - packets) / frameRate
        let whole = ceiling * Double(frameCount) / frameRate
        // In the last frames, for which x264 has nothing to look ahead to, it may spend all.
        let retained = min(buffer * Self.retained, seconds * ceiling)
        let rest = whole - bits - max(0, fill - retained)
        let rate = max(ceiling * Self.least, min(ceiling, rest / seconds))
        guard abs(rate - current) > ceiling * Self.step else { return nil }
        // x264 has rates of whole kilobits per second.
        current = (rate / 1000).rounded(.down) * 1000
        return Int(current)
    }
}
