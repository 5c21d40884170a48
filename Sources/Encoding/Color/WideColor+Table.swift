package import LibAV
package import Planning

extension WideColor {
    /// The table from 10-bit limited range to BT.709; made when first used.
    package var table: ColorTable {
        switch self {
        case .pq: Self.pqTable
        case .hlg: Self.hlgTable
        case .bt2020: Self.bt2020Table
        case .displayP3: Self.displayP3Table
        }
    }

    private static let pqTable = ColorTable(WideColor.pq.presented)
    private static let hlgTable = ColorTable(WideColor.hlg.presented)
    private static let bt2020Table = ColorTable(WideColor.bt2020.presented)
    private static let displayP3Table = ColorTable(WideColor.displayP3.presented)

    /// Returns Y', Cb and Cr of BT.709 in 8 bits for codes of this color in 10 bits, both in limited range.
    package func presented(_ codes: SIMD3<Double>) -> SIMD3<Double> {
        let weights: ColorWeights = self == .displayP3 ? .bt709 : .bt2020
        let signal = weights.signal(
            SIMD3((codes.x - 64) / 876, (codes.y - 512) / 896, (codes.z - 512) / 896))
        let light = render(transfer.light(signal))
        let coded = ColorWeights.bt709.coded(TransferFunction.signal(light))
        return SIMD3(coded.x * 219 + 16, coded.y * 224 + 128, coded.z * 224 + 128)
    }

    private var transfer: TransferFunction {
        switch self {
        case .pq: .pq
        case .hlg: .hlg
        case .bt2020, .displayP3: .bt1886
        }
    }

    /// Returns light of BT.709, from 0 to 1, for light of the reference display.
    private func render(_ light: SIMD3<Double>) -> SIMD3<Double> {
        var color = Gamut.bt709(light, from: self == .displayP3 ? .displayP3 : .bt2020)
        if self == .pq || self == .hlg {
            color /= ToneCurve.exposure
            // The curve is applied by the largest component: by luminance, bright yellow would leave the gamut and turn pale.
            let size = color.max()
            if size > 0 { color *= ToneCurve.light(size) / size }
        }
        return Gamut.fitted(color)
    }
}
