import Foundation
import Testing

/// A surface in a scene graded by ITU-R BT.2408: perfect white is 203 cd/m2.
struct ColorPatch: CustomTestStringConvertible, Sendable {
    let name: String
    /// Red, green and blue of BT.709, in cd/m2.
    let light: [Double]
    var testDescription: String { name }

    static let referenceWhite = 203.0

    /// Makes a surface from its color in a photograph, in 8 bits of sRGB.
    private init(_ name: String, _ sRGB: [Double]) {
        self.name = name
        light = sRGB.map {
            let signal = $0 / 255
            let reflectance =
                signal <= 0.04045 ? signal / 12.92 : pow((signal + 0.055) / 1.055, 2.4)
            return reflectance * Self.referenceWhite
        }
    }

    // Colors of the ColorChecker are its maker's values for sRGB, if they lie within sRGB.
    static let skin = [
        ColorPatch("skin, dark (ColorChecker 1)", [115, 82, 68]),
        ColorPatch("skin, light (ColorChecker 2)", [194, 150, 130]),
        ColorPatch("skin, very dark", [62, 41, 33]),
        ColorPatch("skin in the sun", [233, 186, 160]),
    ]
    static let sky = [
        ColorPatch("sky (ColorChecker 3)", [98, 122, 157]),
        ColorPatch("sky, bright", [135, 186, 235]),
        ColorPatch("sky, deep", [40, 90, 170]),
    ]
    static let grass = [
        ColorPatch("leaves (ColorChecker 4)", [87, 108, 67]),
        ColorPatch("grass in the sun", [130, 165, 70]),
        ColorPatch("grass in the shade", [46, 66, 30]),
    ]
    static let others = [
        ColorPatch("blue flower (ColorChecker 5)", [133, 128, 177]),
        ColorPatch("bluish green (ColorChecker 6)", [103, 189, 170]),
        ColorPatch("orange (ColorChecker 7)", [214, 126, 44]),
        ColorPatch("red (ColorChecker 15)", [175, 54, 60]),
        ColorPatch("yellow (ColorChecker 16)", [231, 199, 31]),
        ColorPatch("magenta (ColorChecker 17)", [187, 86, 149]),
    ]
    static let all = skin + sky + grass + others

    /// Light in cd/m2 from a gray to about the green of BT.2020; the last four of the eleven lie beyond BT.709.
    static let towardsGreen: [[Double]] = (0...10).map { step in
        let ratio = Double(step) / 10
        return [100 - 158.8 * ratio, 100, 100 - 110.1 * ratio]
    }

    /// Returns the difference of hue and chroma between a rendering and the surface, as CIEDE2000.
    ///
    /// The reference has the surface's chromaticity at the rendering's luminance, since a tone curve may change only the
    /// luminance. Codes are Y', Cb and Cr of BT.709 in 8 bits, limited range, displayed by ITU-R BT.1886.
    func difference(_ codes: [UInt8]) -> Double {
        let shown = ColorMatrix.bt709.decoded(codes, isFullRange: false).map { pow($0, 2.4) }
        let ratio = Self.luminance(shown) / Self.luminance(light)
        return ColorDifference.between(light.map { $0 * ratio }, and: shown)
    }

    private static func luminance(_ light: [Double]) -> Double {
        0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]
    }
}
