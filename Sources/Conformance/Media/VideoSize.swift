/// A width and a height, in pixels.
struct VideoSize: Codable, Hashable, Sendable, CustomStringConvertible {
    let width: Int
    let height: Int

    var description: String { "\(width)x\(height)" }
}
