internal import Foundation

/// From R', G' and B' as coded (0...1) to the light that a reference display makes of them.
///
/// Values below 0, which colors near the edge of the gamut pass through on their way, are mirrored: every function is
/// continuous. So are those above 1, up to what limited range can code.
enum TransferFunction {
    /// SMPTE ST 2084; light in cd/m2.
    case pq
    /// ITU-R BT.2100, table 5, on a display with a peak of 1,000 cd/m2; light in cd/m2.
    case hlg
    /// ITU-R BT.1886 with a black of 0; light from 0 to 1.
    case bt1886

    /// Light of the display; HLG's primaries are BT.2020's.
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

    /// The inverse of `bt1886`: the signal for a light from 0 to 1.
    static func signal(_ light: SIMD3<Double>) -> SIMD3<Double> {
        light.mapped { pow($0, 1 / 2.4) }
    }

    private static func pq(_ signal: Double) -> Double {
        let power = pow(min(1, signal), 32 / 2_523)
        let ratio = max(0, power - 0.8359375) / (18.8515625 - 18.6875 * power)
        return 10_000 * pow(ratio, 16_384 / 2_610)
    }

    /// The inverse of the opto-electrical transfer function: light of the scene, 1 at a signal of 1.
    private static func hlg(_ signal: Double) -> Double {
        guard signal > 0.5 else { return signal * signal / 3 }
        let a = 0.17883277
        let b = 1 - 4 * a
        let c = 0.5 - a * log(4 * a)
        return (exp((signal - c) / a) + b) / 12
    }
}

extension SIMD3<Double> {
    /// Each number by a function of its magnitude, with its sign.
    fileprivate func mapped(_ function: (Double) -> Double) -> SIMD3<Double> {
        var result = self
        for index in indices {
            let value = function(abs(self[index]))
            result[index] = self[index] < 0 ? -value : value
        }
        return result
    }
}
