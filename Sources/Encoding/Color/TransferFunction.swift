internal import Foundation

/// A transfer function: from coded R', G' and B' (0...1) to the light of a reference display.
///
/// Negative values, which occur as intermediate results near the edge of the gamut, are mirrored, so that every function
/// is continuous. Values above 1 are continued up to the limit of limited-range codes.
enum TransferFunction {
    /// The function of SMPTE ST 2084; light in cd/m2.
    case pq
    /// The function of ITU-R BT.2100, table 5, on a display with a peak of 1,000 cd/m2; light in cd/m2.
    case hlg
    /// The function of ITU-R BT.1886 with a black of 0; light from 0 to 1.
    case bt1886

    /// Returns the light of the display; for HLG, the primaries are BT.2020's.
    func light(_ signal: SIMD3<Double>) -> SIMD3<Double> {
        switch self {
        case .pq: return signal.mapped(Self.pq)
        case .hlg:
            let scene = signal.mapped(Self.hlg)
            let luminance = ColorWeights.bt2020.luma(scene)
            // The system's gamma is 1.2 at this peak.
            return luminance > 0 ? scene * (1_000 * pow(luminance, 0.2)) : .zero
        case .bt1886: return signal.mapped { pow($0, 2.4) }
        }
    }

    /// Returns the signal for a light from 0 to 1: the inverse of `bt1886`.
    static func signal(_ light: SIMD3<Double>) -> SIMD3<Double> {
        light.mapped { pow($0, 1 / 2.4) }
    }

    private static func pq(_ signal: Double) -> Double {
        let power = pow(min(1, signal), 32 / 2_523)
        let ratio = max(0, power - 0.8359375) / (18.8515625 - 18.6875 * power)
        return 10_000 * pow(ratio, 16_384 / 2_610)
    }

    /// Returns scene light, 1 at a signal of 1: the inverse of the opto-electrical transfer function.
    private static func hlg(_ signal: Double) -> Double {
        guard signal > 0.5 else { return signal * signal / 3 }
        let a = 0.17883277
        let b = 1 - 4 * a
        let c = 0.5 - a * log(4 * a)
        return (exp((signal - c) / a) + b) / 12
    }
}

extension SIMD3<Double> {
    /// Applies a function to the magnitude of each component, and restores the sign.
    fileprivate func mapped(_ function: (Double) -> Double) -> SIMD3<Double> {
        var result = self
        for index in indices {
            let value = function(abs(self[index]))
            result[index] = self[index] < 0 ? -value : value
        }
        return result
    }
}
