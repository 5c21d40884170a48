/// The sizes that a ladder with short sides of 1080, 720 and 360 pixels gives for an upload (docs/presets.md).
///
/// The size of a rung is its short side, and never larger than the upload's. The lowest rung above
/// the upload has the upload's own size if that is at least 1.15 times the next lower rung. Video
/// that is too wide for level 4.2 is scaled down with the same aspect ratio.
public struct ExpectedLadder: Sendable {
    /// The short sides in pixels, the highest first, before rounding to even numbers.
    public let shortSides: [Int]
    private let width: Int
    private let height: Int
    private let rate: Double

    /// The limits of the highest level of rungs without a level (ITU-T H.264, table A-1, 4.2).
    private static let level = (macroblocks: 8704.0, perSecond: 522_240.0)

    /// Computes the ladder of a display size in pixels and a rate in frames per second.
    public init(width: Int, height: Int, rate: Double) {
        let source = min(width, height)
        let ladder = [1080, 720, 360]
        let reached = ladder.filter { $0 <= source }
        let isBetween = source < ladder[0] && !ladder.contains(source)
        let isWorthwhile = reached.first.map { Double(source) >= 1.15 * Double($0) } ?? true
        shortSides = (isBetween && isWorthwhile ? [source] : []) + reached
        self.width = width
        self.height = height
        self.rate = rate
    }

    /// Returns the problems of sizes, the highest first.
    ///
    /// Rounding may change a side by 2 pixels, and one pixel to two.
    public func problems(in sizes: [(width: Int, height: Int)]) -> [String] {
        guard sizes.count == shortSides.count else {
            return ["\(sizes.count) rungs, expected short sides \(shortSides)"]
        }
        return zip(sizes, shortSides).flatMap { size, short in
            let wanted = fitted(short)
            var problems: [String] = []
            if abs(Double(size.width) - wanted.0) > 2 || abs(Double(size.height) - wanted.1) > 2 {
                problems.append("\(size.width)x\(size.height), expected \(wanted.0)x\(wanted.1)")
            }
            if size.width % 2 != 0 || size.height % 2 != 0 {
                problems.append("\(size.width)x\(size.height) is not even")
            }
            return problems
        }
    }

    /// Returns the size with that short side, or the largest even one within level 4.2.
    private func fitted(_ short: Int) -> (Double, Double) {
        var side = short
        while true {
            let scale = Double(side) / Double(min(width, height))
            let size = (Double(width) * scale, Double(height) * scale)
            if side <= 2 || fitsLevel(size) { return size }
            side -= 2
        }
    }

    private func fitsLevel(_ size: (Double, Double)) -> Bool {
        let sides = [size.0, size.1].map { (2 * ($0 / 2).rounded() / 16).rounded(.up) }
        let macroblocks = sides[0] * sides[1]
        return macroblocks <= Self.level.macroblocks && macroblocks * rate <= Self.level.perSecond
    }
}
