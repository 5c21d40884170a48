import Foundation
import Testing

/// A coding of HDR light: Y', Cb and Cr of BT.2020 in 10 bits, limited range (ITU-R BT.2100).
enum HighRangeCoding: String, CaseIterable, CustomTestStringConvertible, Sendable {
    case pq = "smpte2084"
    case hlg = "arib-std-b67"
    var testDescription: String { "\(self)" }

    /// Returns the codes of BT.709's red, green and blue in cd/m2; HLG is for a display with a peak of 1,000 cd/m2.
    func codes(_ light: [Double]) -> [UInt16] {
        let light = SIMD3(light)
        let wide = [
            (light * SIMD3(0.627404, 0.329283, 0.043313)).sum(),
            (light * SIMD3(0.069097, 0.919541, 0.011362)).sum(),
            (light * SIMD3(0.016391, 0.088013, 0.895596)).sum(),
        ].map { max(0, $0) }
        let signal = self == .pq ? wide.map(Self.pq) : Self.hlg(wide)
        let luma = 0.2627 * signal[0] + 0.6780 * signal[1] + 0.0593 * signal[2]
        let (blue, red) = ((signal[2] - luma) / 1.8814, (signal[0] - luma) / 1.4746)
        return [luma * 876 + 64, blue * 896 + 512, red * 896 + 512].map { UInt16($0.rounded()) }
    }

    private static func pq(_ light: Double) -> Double {
        let power = pow(light / 10_000, 2_610 / 16_384)
        return pow((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 2_523 / 32)
    }

    private static func hlg(_ light: [Double]) -> [Double] {
        let luminance = 0.2627 * light[0] + 0.6780 * light[1] + 0.0593 * light[2]
        guard luminance > 0 else { return [0, 0, 0] }
        let gain = pow(luminance / 1_000, -0.2 / 1.2) / 1_000
        return light.map {
            let scene = $0 * gain
            let a = 0.17883277
            return scene <= 1 / 12.0
                ? (3 * scene).squareRoot()
                : a * log(12 * scene - (1 - 4 * a)) + 0.5 - a * log(4 * a)
        }
    }
}
