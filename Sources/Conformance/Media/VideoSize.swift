/// A width and a height, in pixels.
struct VideoSize: Codable, Hashable, Sendable, CustomStringConvertible {
    let width: Int
    let height: Int

    /// The sides that a file can have; chosen as far more than any codec has.
    static let sides = 0...1 << 24

    var description: String { "\(width)x\(height)" }
}
