internal import LibAV
internal import MediaUnits

/// A score of how well a frame suits as a poster, measured on its thumbnail.
struct FrameScore {
    /// The mean luma, 0...255.
    let brightness: Double
    /// The standard deviation of luma, 0...127.5.
    let spread: Double
    /// The mean difference between horizontal neighbors, 0...255.
    let sharpness: Double

    /// Measures a frame in full range with 8 bits per sample.
    init(_ frame: borrowing Frame, _ size: Resolution) {
        var (sum, squares, edges) = (0, 0, 0)
        frame.withRows(ofPlane: 0, width: size.width, height: size.height) { _, row in
            var last = Int(row[0])
            for x in row.indices {
                let value = Int(row[x])
                sum += value
                squares += value * value
                edges += abs(value - last)
                last = value
            }
        }
        let count = Double(size.pixelCount)
        let mean = Double(sum) / count
        brightness = mean
        spread = max(0, Double(squares) / count - mean * mean).squareRoot()
        sharpness = Double(edges) / count
    }

    /// Whether the frame is black, white or any other single color.
    var isBlank: Bool { spread < 6 || brightness < 12 }

    /// Compares the frame with an earlier one and rates it as a poster.
    ///
    /// The numbers are chosen so that an ordinary daylight frame is near 1 in each factor.
    ///
    /// - Parameter earlier: The score of the frame half a second before; a large change of brightness is a fade or a flash.
    /// - Returns: 0...1; higher for frames with contrast, detail and medium brightness, lower within a fade.
    func value(after earlier: FrameScore?) -> Double {
        let light = max(0.05, 1 - abs(brightness - 118) / 140)
        let contrast = min(1, spread / 60)
        let detail = min(1, sharpness / 12)
        let calm = earlier.map { 1 / (1 + 0.1 * abs(brightness - $0.brightness)) } ?? 0.7
        return light * contrast * (0.3 + 0.7 * detail) * (0.4 + 0.6 * calm)
    }
}
