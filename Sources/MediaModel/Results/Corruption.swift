package import MediaUnits
package import Presets

/// The corruption of an upload's video, found by decoding.
package struct Corruption {
    /// The corrupt ranges in order; adjacent ranges of one kind are joined.
    package let ranges: [CorruptRange]
    /// The number of packets that decoders rejected.
    package let packetCount: Int

    /// Makes the corruption of the whole upload from the results of its chunks.
    package init(_ chunks: [DecodingResult]) {
        ranges = Self.joined(chunks.flatMap(\.corruption))
        packetCount = chunks.reduce(0) { $0 + $1.corruptPackets }
    }

    var isEmpty: Bool { ranges.isEmpty && packetCount == 0 }

    /// The time without frames, in seconds.
    package var missing: Rational {
        ranges.filter(\.isMissing).reduce(.zero) { $0 + $1.end - $1.start }
    }

    /// The largest part of the duration that may be missing; chosen because more is not worth watching.
    private static let mostMissing = Rational(1, 10)

    /// Throws if the policy refuses the corruption of a package.
    ///
    /// - Parameters:
    ///   - policy: The preset's policy.
    ///   - duration: The duration of the package, in seconds.
    /// - Throws: `PlanningError` with `DAMAGED`.
    package func check(_ policy: CorruptionPolicy, duration: Rational) throws(PlanningError) {
        if policy == .refuse, !isEmpty {
            throw PlanningError(
                code: .damaged, message: "parts of its video cannot be decoded (\(summary))",
                advice: "upload it again, or publish it with onDamage: publish in the preset")
        }
        guard missing > duration * Self.mostMissing else { return }
        let share = (missing * 100 / max(duration, missing)).rounded
        throw PlanningError(
            code: .damaged, message: "\(share) % of its time cannot be decoded (\(summary))",
            advice: "check that the file plays to its end, then upload it again")
    }

    /// The finding `DAMAGED`, if there is any corruption.
    package var findings: [Finding] {
        guard !isEmpty else { return [] }
        return [
            Finding(
                .damaged, .warning, "Parts of the video could not be decoded: \(summary).")
        ]
    }

    /// `missing from 3.20 s to 4.12 s, corrupt from 8.00 s to 8.04 s, 3 packets rejected`; chosen to list 8 ranges.
    private var summary: String {
        let shown = 8
        var parts = ranges.prefix(shown).map {
            "\($0.isMissing ? "missing" : "corrupt") from \(Self.text($0.start)) s to \(Self.text($0.end)) s"
        }
        if ranges.count > shown { parts.append("\(ranges.count - shown) more ranges") }
        if packetCount > 0 { parts.append("\(packetCount) packets rejected") }
        return parts.joined(separator: ", ")
    }

    /// Formats a time with two decimals.
    private static func text(_ seconds: Rational) -> String {
        let hundredths = (seconds * 100).rounded
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }

    /// Returns the corrupt ranges of a chunk.
    ///
    /// - Parameters:
    ///   - expected: The times of the source frames that packets announced, in ticks; empty if packets have no usable times.
    ///   - decoded: The times of the decoded frames, in ticks.
    ///   - corrupt: The times of the decoded frames that have errors, in ticks.
    ///   - frames: The chunk's frames of the grid, which limit the ranges.
    ///   - grid: The output grid.
    /// - Returns: The ranges in order; adjacent ranges of one kind are joined.
    package static func ranges(
        expected: [Int], decoded: [Int], corrupt: [Int], frames: Range<Int>, grid: FrameGrid
    ) -> [CorruptRange] {
        let (decodedTimes, corruptTimes) = (Set(decoded), Set(corrupt))
        let all = expected.isEmpty ? decoded : expected
        let bounds = (grid.time(of: frames.lowerBound), grid.time(of: frames.upperBound))
        let found = all.indices.compactMap { index -> CorruptRange? in
            let isMissing = !decodedTimes.contains(all[index])
            guard isMissing || corruptTimes.contains(all[index]) else { return nil }
            let next = index + 1 < all.count ? seconds(all[index + 1], grid) : bounds.1
            let start = max(bounds.0, min(bounds.1, seconds(all[index], grid)))
            let end = max(bounds.0, min(bounds.1, next))
            return start < end ? CorruptRange(start: start, end: end, isMissing: isMissing) : nil
        }
        return joined(found)
    }

    private static func seconds(_ ticks: Int, _ grid: FrameGrid) -> Rational {
        Rational.seconds(ticks, grid.timeBase) - grid.start
    }

    private static func joined(_ ranges: [CorruptRange]) -> [CorruptRange] {
        ranges.sorted { $0.start < $1.start }.reduce(into: []) { joined, range in
            guard let last = joined.last, last.isMissing == range.isMissing, last.end == range.start
            else { return joined.append(range) }
            joined[joined.count - 1] = CorruptRange(
                start: last.start, end: range.end, isMissing: range.isMissing)
        }
    }
}
