import Foundation

/// The perceived difference of two colors: CIEDE2000 (CIE 142-2001; ISO/CIE 11664-6), all weights 1.
enum ColorDifference {
    /// Returns the difference of two lights in BT.709's red, green and blue, adapted to the white (1, 1, 1).
    static func between(_ light: [Double], and other: [Double]) -> Double {
        between(lab: lab(light), and: lab(other))
    }

    /// Returns L*, a*, b* (ISO/CIE 11664-4) of light of BT.709.
    private static func lab(_ light: [Double]) -> [Double] {
        let light = SIMD3(light)
        let x = (light * SIMD3(0.412391, 0.357584, 0.180481)).sum()
        let y = (light * SIMD3(0.212639, 0.715169, 0.072192)).sum()
        let z = (light * SIMD3(0.019331, 0.119195, 0.950532)).sum()
        let f = [x / 0.950456, y, z / 1.089058].map {
            let ratio: Double = $0
            return ratio > 216.0 / 24_389 ? cbrt(ratio) : (ratio * 24_389 / 27 + 16) / 116
        }
        return [116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])]
    }

    /// Returns the difference of two L*, a*, b*.
    ///
    /// Variables are named as in "The CIEDE2000 Color-Difference Formula" (Sharma and others, 2005).
    static func between(lab one: [Double], and two: [Double]) -> Double {
        let meanC = (hypot(one[1], one[2]) + hypot(two[1], two[2])) / 2
        let g = 0.5 * (1 - (pow(meanC, 7) / (pow(meanC, 7) + pow(25, 7))).squareRoot())
        let a = [one[1], two[1]].map { $0 * (1 + g) }
        let c = [hypot(a[0], one[2]), hypot(a[1], two[2])]
        let h = [angle(one[2], a[0]), angle(two[2], a[1])]
        let isGray = c[0] * c[1] == 0
        var difference = isGray ? 0 : h[1] - h[0]
        if difference > 180 { difference -= 360 }
        if difference < -180 { difference += 360 }
        var meanH = h[0] + h[1]
        if !isGray {
            if abs(h[0] - h[1]) > 180 { meanH += meanH < 360 ? 360 : -360 }
            meanH /= 2
        }
        let dL = two[0] - one[0]
        let dC = c[1] - c[0]
        let dH = 2 * (c[0] * c[1]).squareRoot() * sine(difference / 2)
        let waves = [
            -0.17 * cosine(meanH - 30), 0.24 * cosine(2 * meanH), 0.32 * cosine(3 * meanH + 6),
            -0.20 * cosine(4 * meanH - 63),
        ]
        let t = 1 + waves.reduce(0, +)
        let (meanL, newC) = ((one[0] + two[0]) / 2, (c[0] + c[1]) / 2)
        let offset = (meanL - 50) * (meanL - 50)
        let sL = 1 + 0.015 * offset / (20 + offset).squareRoot()
        let sC = 1 + 0.045 * newC
        let sH = 1 + 0.015 * newC * t
        let turn = (meanH - 275) / 25
        let rC = 2 * (pow(newC, 7) / (pow(newC, 7) + pow(25, 7))).squareRoot()
        let rT = -sine(60 * exp(-turn * turn)) * rC
        let (l, chroma, hue) = (dL / sL, dC / sC, dH / sH)
        return (l * l + chroma * chroma + hue * hue + rT * chroma * hue).squareRoot()
    }

    private static func angle(_ y: Double, _ x: Double) -> Double {
        let degrees = atan2(y, x) * 180 / .pi
        return degrees < 0 ? degrees + 360 : degrees
    }
    private static func sine(_ degrees: Double) -> Double { sin(degrees * .pi / 180) }
    private static func cosine(_ degrees: Double) -> Double { cos(degrees * .pi / 180) }
}
