/// The sizes that a ladder of 1080, 720 and 360 lines gives for an upload (uploads.md).
///
/// Rungs go by the short side and are never larger than the upload. The lowest rung that the upload
/// does not reach is made at the upload's own size if that is at least 1.15 times the next rung
/// down. A picture too wide for level 4.2 is made smaller in the same shape.
public struct ExpectedLadder: Sendable {
    /// Short sides in pixels, from the highest rung down, before rounding to even numbers.
    public let shortSides: [Int]
    private let width: Int
    private let height: Int
    private let rate: Double

    /// What the highest level of rungs that name none allows (ITU-T H.264, table A-1, 4.2).
    private static let level = (macroblocks: 8704.0, perSecond: 522_240.0)

    /// Both in pixels as shown: rotated, square; the rate in frames per second.
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

    /// What is wrong with these sizes, given from the highest rung down; empty if nothing is.
    ///
    /// Rounding may move a side by 2 pixels; a picture of one pixel may grow to two.
    public func faults(in sizes: [(width: Int, height: Int)]) -> [String] {
        guard sizes.count == shortSides.count else {
            return ["\(sizes.count) rungs, expected short sides \(shortSides)"]
        }
        return zip(sizes, shortSides).flatMap { size, short in
            let wanted = fitted(short)
            var faults: [String] = []
            if abs(Double(size.width) - wanted.0) > 2 || abs(Double(size.height) - wanted.1) > 2 {
                faults.append("\(size.width)x\(size.height), expected \(wanted.0)x\(wanted.1)")
            }
            if size.width % 2 != 0 || size.height % 2 != 0 {
                faults.append("\(size.width)x\(size.height) is not even")
            }
            return faults
        }
    }

    /// The upload's shape with that short side, or the largest even one that 4.2 holds.
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
