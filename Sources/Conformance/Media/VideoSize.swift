/// A width and a height, in pixels.
struct VideoSize: Hashable, CustomStringConvertible {
    let width: Int
    let height: Int

    var description: String { "\(width)x\(height)" }
}
