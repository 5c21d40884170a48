/// The tone curve from HDR to SDR: linear up to a knee, then compressed up to 1,000 cd/m2.
///
/// The linear section preserves faces, grass and sky as graded; the rest of the range is for highlights. docs/color.md
/// explains how the three numbers were chosen.
enum ToneCurve {
    /// The light that would become 1 without compression, in cd/m2: a gray of 18 %, 26 cd/m2 in HDR, gets a signal of 0.38.
    static let exposure = 265.0
    /// The light at which compression starts, from 0 to 1; a signal of 0.68.
    static let knee = 0.4
    /// The light that becomes 1, in cd/m2: the peak of HLG and of the PQ of phones; brighter light is white.
    static let peak = 1_000.0

    /// Returns SDR light (0...1) for HDR light in units of `exposure`.
    ///
    /// Above the knee the curve is t(1 + t/T^2)/(1 + t) (E. Reinhard and others, Photographic Tone Reproduction for Digital
    /// Images, 2002, equation 4) over the rest of the range, with slope 1 at the knee and value 1 at the peak.
    static func light(_ light: Double) -> Double {
        knee + (1 - knee) * compressed((light - knee) / (1 - knee), limit: limit)
    }

    private static let limit = (peak / exposure - knee) / (1 - knee)

    /// Returns values at or below 0 unchanged; compresses values up to a limit into 0...1, with slope 1 at 0.
    static func compressed(_ value: Double, limit: Double) -> Double {
        guard value > 0 else { return value }
        return min(1, value * (1 + value / (limit * limit)) / (1 + value))
    }
}
