/// The weights of red, green and blue in luma (ITU-T H.273, matrix coefficients).
struct ColorWeights {
    let rgb: SIMD3<Double>

    static let bt709 = ColorWeights(rgb: SIMD3(0.2126, 0.7152, 0.0722))
    static let bt2020 = ColorWeights(rgb: SIMD3(0.2627, 0.6780, 0.0593))

    /// Returns the luma of R', G', B'; or the luminance of linear light, if its primaries are those of the weights.
    func luma(_ color: SIMD3<Double>) -> Double { (color * rgb).sum() }

    /// Returns R', G', B' (0...1) for Y' (0...1), Cb and Cr (-0.5...0.5).
    func signal(_ coded: SIMD3<Double>) -> SIMD3<Double> {
        let red = coded.x + 2 * (1 - rgb.x) * coded.z
        let blue = coded.x + 2 * (1 - rgb.z) * coded.y
        return SIMD3(red, (coded.x - rgb.x * red - rgb.z * blue) / rgb.y, blue)
    }

    /// Returns Y' (0...1), Cb and Cr (-0.5...0.5) for R', G', B' (0...1).
    func coded(_ signal: SIMD3<Double>) -> SIMD3<Double> {
        let luma = luma(signal)
        return SIMD3(
            luma, (signal.z - luma) / (2 * (1 - rgb.z)), (signal.x - luma) / (2 * (1 - rgb.x)))
    }
}
