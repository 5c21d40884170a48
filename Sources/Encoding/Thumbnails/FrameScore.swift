internal import LibAV
internal import MediaUnits

/// How good a small picture would be as a poster.
struct FrameScore {
    /// 0...255.
    let brightness: Double
    /// Standard deviation of the brightness, 0...127.5.
    let spread: Double
    /// Mean difference between neighbors, 0...255.
    let sharpness: Double

    /// Measures a picture in full range with 8 bits a sample.
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

    /// Nothing to be seen: black, white or any one color.
    var isBlank: Bool { spread < 6 || brightness < 12 }

    /// 0...1; higher for pictures with light and shade, detail and middle brightness, lower in the middle of a fade.
    ///
    /// The numbers are chosen so that an ordinary daylight picture is near 1 in each factor.
    ///
    /// `earlier` is the picture half a second before: much change in brightness is a fade or a flash.
    func value(after earlier: FrameScore?) -> Double {
        let light = max(0.05, 1 - abs(brightness - 118) / 140)
        let contrast = min(1, spread / 60)
        let detail = min(1, sharpness / 12)
        let calm = earlier.map { 1 / (1 + 0.1 * abs(brightness - $0.brightness)) } ?? 0.7
        return light * contrast * (0.3 + 0.7 * detail) * (0.4 + 0.6 * calm)
    }
}
