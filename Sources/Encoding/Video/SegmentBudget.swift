internal import MediaUnits

/// Keeps a segment of hard pictures below its rung's ceiling, although its encoder's buffer starts full.
///
/// One long encode would come to this segment with a full buffer from easy pictures, and with half of one from hard ones
/// (where x264 keeps it then). Each segment has an encoder of its own, which cannot know. Started half full, it starves the
/// first picture of a still scene, which costs the segment 1 dB; started full, segments of hard pictures all exceed the
/// ceiling, by a tenth (both measured). So it starts full; where the ceiling binds hard, the rest of the segment pays back
/// what the first pictures took beyond their share.
struct SegmentBudget {
    /// How far above CRF the P-pictures' quantizers lie where the ceiling binds hard; left alone, x264 with a macroblock
    /// tree lets them lie 5 above it, and up to 7 where it rations the ends of hard scenes (measured).
    private static let binding = 8.0

    /// Bits a second, and the encoder's constant rate factor.
    let ceiling: Int
    let crf: Double
    let frameRate: Rational
    /// Of the segment.
    let frameCount: Int

    private var packets = 0
    private var bits = 0
    /// P-pictures since `rate()` was asked, and the sum of their quantizers.
    private var pictures = 0
    private var quantizers = 0.0

    init(ceiling: Int, crf: Double, frameRate: Rational, frameCount: Int) {
        self.ceiling = ceiling
        self.crf = crf
        self.frameRate = frameRate
        self.frameCount = frameCount
    }

    /// Counts a packet that the encoder gave.
    mutating func spend(bytes: Int, quantizer: Double?) {
        packets += 1
        bits += bytes * 8
        guard let quantizer else { return }
        pictures += 1
        quantizers += quantizer
    }

    /// Bits a second that the next GOP may have: the ceiling, or less, but at least half of it.
    mutating func rate() -> Int {
        let excess = pictures == 0 ? 0 : quantizers / Double(pictures) - crf
        (pictures, quantizers) = (0, 0)
        guard excess > Self.binding, packets < frameCount else { return ceiling }
        let whole = Rational(ceiling) * Rational(frameCount) / frameRate
        let rest = (whole - Rational(bits)) / (Rational(frameCount - packets) / frameRate)
        return max(ceiling / 2, min(ceiling, rest.floor))
    }
}
