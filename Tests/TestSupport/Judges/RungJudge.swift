import Foundation

/// Judges a decoded rung: no decoder error, the size it says, as many frames as its duration asks
/// for, each shown when it should be.
public enum RungJudge {
    /// Seconds by which a frame may be off its place: a container's tick, rounded.
    private static let tolerance = 0.001

    /// What is wrong with a rung; `durations` are the seconds that the package may last, one of
    /// which must fit within a frame.
    public static func faults(in rung: DecodedRung, lasting durations: [Double]) -> [String] {
        let name = rung.variant.track.name
        var faults = rung.complaints.prefix(3).map { "decoder: \($0)" }
        if rung.size != rung.variant.size {
            faults.append("decoded at \(rung.size), listed as \(rung.variant.size)")
        }
        let shortSide = min(rung.size.width, rung.size.height)
        if !name.hasPrefix("\(shortSide)p") { faults.append("short side is \(shortSide)") }
        let wanted = durations.map { $0 * rung.rate }
        let count = Double(rung.frameTimes.count)
        if !wanted.contains(where: { abs($0 - count) <= 1.001 }) {
            faults.append("\(count) frames, expected one of \(wanted)")
        }
        let strays = rung.frameTimes.enumerated().filter { index, time in
            abs(time - Double(index) / rung.rate) > tolerance
        }
        if let first = strays.first {
            faults.append(
                "\(strays.count) frames off the grid, first \(first.offset) at \(first.element) s"
            )
        }
        return faults.map { "\(name): \($0)" }
    }
}
