import MediaUnits

/// The weights of red and blue in luma and chroma (ITU-T H.273, matrix coefficients).
struct ColorMatrix: Sendable {
    let red: Double
    let blue: Double
    private var green: Double { 1 - red - blue }

    static let bt709 = ColorMatrix(red: 0.2126, blue: 0.0722)
    static let bt601 = ColorMatrix(red: 0.299, blue: 0.114)

    /// Returns the matrix that players assume for untagged frames of a size.
    static func guess(_ size: Resolution) -> ColorMatrix {
        size.height > 576 || size.width >= 1280 ? bt709 : bt601
    }

    /// Returns Y', Cb, Cr in 8 bits for R', G', B' (0...1).
    func coded(_ color: [Double], isFullRange: Bool) -> [UInt8] {
        let luma = red * color[0] + green * color[1] + blue * color[2]
        let cb = (color[2] - luma) / (2 * (1 - blue))
        let cr = (color[0] - luma) / (2 * (1 - red))
        let codes =
            isFullRange
            ? [255 * luma, 255 * cb + 128, 255 * cr + 128]
            : [219 * luma + 16, 224 * cb + 128, 224 * cr + 128]
        return codes.map { UInt8(min(255, max(0, $0.rounded()))) }
    }

    /// Returns R', G', B' (0...1) for Y', Cb, Cr in 8 bits.
    func decoded(_ codes: [UInt8], isFullRange: Bool) -> [Double] {
        let values = codes.map { Double($0) }
        let luma = isFullRange ? values[0] / 255 : (values[0] - 16) / 219
        let cb = (values[1] - 128) / (isFullRange ? 255 : 224)
        let cr = (values[2] - 128) / (isFullRange ? 255 : 224)
        let r = luma + 2 * (1 - red) * cr
        let b = luma + 2 * (1 - blue) * cb
        let g = (luma - red * r - blue * b) / green
        return [r, g, b].map { min(1, max(0, $0)) }
    }
}
