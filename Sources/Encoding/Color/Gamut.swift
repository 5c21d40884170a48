/// A wide gamut, with the conversion of its light to BT.709's primaries and the mapping into BT.709's gamut.
enum Gamut {
    case bt2020, displayP3

    /// Returns the same color in BT.709's primaries; components below 0 or above 1 lie outside of BT.709's gamut.
    ///
    /// The conversion is linear, by the chromaticities of ITU-R BT.2020 (as BT.2087, M2) and SMPTE EG 432-1 with D65.
    static func bt709(_ light: SIMD3<Double>, from gamut: Gamut) -> SIMD3<Double> {
        switch gamut {
        case .bt2020:
            SIMD3(
                (light * SIMD3(1.660491, -0.587641, -0.072850)).sum(),
                (light * SIMD3(-0.124550, 1.132900, -0.008350)).sum(),
                (light * SIMD3(-0.018151, -0.100579, 1.118730)).sum())
        case .displayP3:
            SIMD3(
                (light * SIMD3(1.224940, -0.224940, 0)).sum(),
                (light * SIMD3(-0.042057, 1.042057, 0)).sum(),
                (light * SIMD3(-0.019638, -0.078636, 1.098274)).sum())
        }
    }

    /// The distance from gray up to which colors are unchanged; 1 is the edge of BT.709.
    private static let softness = 0.9
    /// The distance that is mapped to the edge: a little beyond BT.2020's blue, the farthest primary.
    private static let farthest = 2.3

    /// Returns the color desaturated at equal luminance until every component is in 0...1.
    ///
    /// Clipping would change the hue and merge different colors. Colors beyond the edge are compressed into the last tenth
    /// before the edge.
    static func fitted(_ light: SIMD3<Double>) -> SIMD3<Double> {
        let luminance = ColorWeights.bt709.luma(light)
        guard luminance > 0 else { return .zero }
        guard luminance < 1 else { return SIMD3(repeating: 1) }
        let color = light - luminance
        let distance = max(color.max() / (1 - luminance), -color.min() / luminance)
        guard distance > softness else { return light }
        let limit = (farthest - softness) / (1 - softness)
        let fitted =
            softness
            + (1 - softness)
            * ToneCurve.compressed((distance - softness) / (1 - softness), limit: limit)
        return luminance + color * (fitted / distance)
    }
}
