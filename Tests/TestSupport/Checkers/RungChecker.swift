import Foundation

/// Checks a decoded rung: no decoder errors, the listed size, the number of frames of its duration,
/// and the time of each frame.
public enum RungChecker {
    /// The tolerance of a frame's time, in seconds: a rounded tick of a container.
    private static let tolerance = 0.001

    /// Returns the problems of a rung; one of the package's possible `durations`, in seconds, must
    /// fit within a frame.
    public static func problems(in rung: DecodedRung, lasting durations: [Double]) -> [String] {
        let name = rung.variant.track.name
        var problems = rung.errorLines.prefix(3).map { "decoder: \($0)" }
        if rung.size != rung.variant.size {
            problems.append("decoded at \(rung.size), listed as \(rung.variant.size)")
        }
        let shortSide = min(rung.size.width, rung.size.height)
        if !name.hasPrefix("\(shortSide)p") { problems.append("short side is \(shortSide)") }
        let wanted = durations.map { $0 * rung.rate }
        let count = Double(rung.frameTimes.count)
        if !wanted.contains(where: { abs($0 - count) <= 1.001 }) {
            problems.append("\(count) frames, expected one of \(wanted)")
        }
        let strays = rung.frameTimes.enumerated().filter { index, time in
            abs(time - Double(index) / rung.rate) > tolerance
        }
        if let first = strays.first {
            problems.append(
                "\(strays.count) frames off the grid, first \(first.offset) at \(first.element) s"
            )
        }
        return problems.map { "\(name): \($0)" }
    }
}
