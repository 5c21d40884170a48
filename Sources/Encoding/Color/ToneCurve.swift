/// How bright HDR becomes in SDR: the same up to a knee, then ever less up to 1,000 cd/m2.
///
/// The straight part keeps faces, grass and sky as they were graded; the rest of the range is for highlights. docs/color.md
/// says how the three numbers were chosen.
enum ToneCurve {
    /// cd/m2 that would be 1 without the bend: a grey of 18 %, 26 cd/m2 in HDR, gets a signal of 0.38.
    static let exposure = 265.0
    /// Light, from 0 to 1, at which the bend begins; a signal of 0.68.
    static let knee = 0.4
    /// Light, in cd/m2, that becomes 1: what HLG and the PQ of phones end at; more is white.
    static let peak = 1_000.0

    /// The light of SDR (0...1) for a light of HDR in units of `exposure`.
    ///
    /// Above the knee it is t(1 + t/T^2)/(1 + t) (E. Reinhard and others, Photographic Tone Reproduction for Digital Images,
    /// 2002, equation 4) over the rest of the range: of slope 1 at the knee, 1 at the peak.
    static func light(_ light: Double) -> Double {
        knee + (1 - knee) * compressed((light - knee) / (1 - knee), limit: limit)
    }

    private static let limit = (peak / exposure - knee) / (1 - knee)

    /// What is at or below 0 stays; above, all up to a limit fits into 0...1, with slope 1 at 0.
    static func compressed(_ value: Double, limit: Double) -> Double {
        guard value > 0 else { return value }
        return min(1, value * (1 + value / (limit * limit)) / (1 + value))
    }
}
