/// The display size of a frame or an image in pixels: rotated, with square pixels.
public struct Resolution: Hashable, Codable, Sendable {
    public let width: Int
    public let height: Int

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The size of a rung: 1080 for 1920x1080 and for 1080x1920.
    public var shortSide: Int { min(width, height) }
    public var longSide: Int { max(width, height) }
    public var isPortrait: Bool { height > width }
    public var pixelCount: Int { width * height }

    /// The size with width and height exchanged.
    public var transposed: Resolution { Resolution(width: height, height: width) }
}

extension Resolution: CustomStringConvertible {
    /// `1920x1080`: the decimal-resolution of a playlist (RFC 8216, 4.2).
    public var description: String { "\(width)x\(height)" }

    /// Reads the text that `description` writes; `nil` unless both numbers are above 0.
    public init?(_ text: some StringProtocol) {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]),
            width > 0, height > 0
        else { return nil }
        self.init(width: width, height: height)
    }
}
