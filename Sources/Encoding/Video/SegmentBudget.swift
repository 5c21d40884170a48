internal import MediaUnits

/// A bit budget that limits a segment of complex frames to its rung's ceiling, although the encoder's buffer starts full.
///
/// One long encode would reach this segment with a full buffer after simple frames, and with a half-full one after complex
/// frames, where x264 holds it. Each segment has its own encoder, which does not know the frames before. A buffer that
/// starts half full starves the first frame of a still scene, which costs the segment 1 dB; with one that starts full,
/// all segments of complex frames exceed the ceiling by a tenth (both measured). So the buffer starts full, and where the
/// ceiling limits the quality strongly, the rest of the segment gets fewer bits, by as many as the first frames overspent.
struct SegmentBudget {
    /// The excess of the P-frames' mean quantizer over CRF above which the ceiling limits the quality strongly.
    ///
    /// Without a ceiling, x264 with a macroblock tree has an excess of 5, and up to 7 at the ends of complex scenes
    /// (measured).
    private static let limitingExcess = 8.0

    /// The ceiling, in bits per second.
    let ceiling: Int
    /// The encoder's constant rate factor.
    let crf: Double
    let frameRate: Rational
    /// The frames of the segment.
    let frameCount: Int

    private var packets = 0
    private var bits = 0
    /// The P-frames since the last call of `rate()`, and the sum of their quantizers.
    private var predictedFrames = 0
    private var quantizers = 0.0

    init(ceiling: Int, crf: Double, frameRate: Rational, frameCount: Int) {
        self.ceiling = ceiling
        self.crf = crf
        self.frameRate = frameRate
        self.frameCount = frameCount
    }

    /// Records a packet of the encoder; the quantizer is `nil` unless the packet is a P-frame.
    mutating func spend(bytes: Int, quantizer: Double?) {
        packets += 1
        bits += bytes * 8
        guard let quantizer else { return }
        predictedFrames += 1
        quantizers += quantizer
    }

    /// Returns the maximum rate of the next GOP, in bits per second: at most the ceiling, at least half of it.
    mutating func rate() -> Int {
        let excess = predictedFrames == 0 ? 0 : quantizers / Double(predictedFrames) - crf
        (predictedFrames, quantizers) = (0, 0)
        guard excess > Self.limitingExcess, packets < frameCount else { return ceiling }
        let whole = Rational(ceiling) * Rational(frameCount) / frameRate
        let rest = (whole - Rational(bits)) / (Rational(frameCount - packets) / frameRate)
        return max(ceiling / 2, min(ceiling, rest.floor))
    }
}
