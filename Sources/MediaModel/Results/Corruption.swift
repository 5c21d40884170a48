package import MediaUnits
package import Presets

/// What is missing or faulty in an upload's pictures: found by decoding, since headers do not tell.
package struct Corruption {
    /// Stretches in order; neighbors of one kind are one.
    package let times: [CorruptRange]
    /// Packets that decoders refused.
    package let packetCount: Int

    /// Of the whole, from what each chunk found.
    package init(_ chunks: [ChunkResult]) {
        times = Self.joined(chunks.flatMap(\.corruption))
        packetCount = chunks.reduce(0) { $0 + $1.corruptPackets }
    }

    var isNone: Bool { times.isEmpty && packetCount == 0 }

    /// Seconds without a picture of their own.
    package var missing: Rational {
        times.filter(\.isMissing).reduce(.zero) { $0 + $1.end - $1.start }
    }

    /// The share of its time that an upload may miss and still be worth watching.
    private static let mostMissing = Rational(1, 10)

    /// Refuses what the policy does not let through, of `duration` seconds.
    package func check(_ policy: CorruptionPolicy, duration: Rational) throws(PlanningError) {
        if policy == .refuse, !isNone {
            throw PlanningError(
                code: .damaged, reason: "parts of its pictures cannot be decoded (\(summary))",
                advice: "upload it again, or publish it with onDamage: publish")
        }
        guard missing > duration * Self.mostMissing else { return }
        let share = (missing * 100 / max(duration, missing)).rounded
        throw PlanningError(
            code: .damaged, reason: "\(share) % of its time cannot be decoded (\(summary))",
            advice: "check that the file plays to its end, then upload it again")
    }

    package var notices: [Notice] {
        guard !isNone else { return [] }
        return [
            Notice(
                "DAMAGED", .warning, "Parts of the pictures could not be decoded: \(summary).")
        ]
    }

    /// `missing from 3.20 s to 4.12 s, faulty from 8.00 s to 8.04 s, 3 packets refused`.
    private var summary: String {
        let shown = 8
        var parts = times.prefix(shown).map {
            "\($0.isMissing ? "missing" : "faulty") from \(Self.text($0.start)) s to \(Self.text($0.end)) s"
        }
        if times.count > shown { parts.append("\(times.count - shown) more such times") }
        if packetCount > 0 { parts.append("\(packetCount) packets refused") }
        return parts.joined(separator: ", ")
    }

    /// Two decimals.
    private static func text(_ seconds: Rational) -> String {
        let hundredths = (seconds * 100).rounded
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }

    /// Finds what a chunk's pictures lack.
    ///
    /// - Parameters:
    ///   - expected: Ticks of the source frames that packets announced; empty where packets do not tell.
    ///   - shown: Ticks of the frames that came out.
    ///   - faulty: Of those, the ones with faults.
    ///   - frames: Of the grid, that the chunk makes: nothing outside of them is told.
    ///   - grid: The output's frames.
    /// - Returns: In order, neighbors of one kind joined.
    package static func times(
        expected: [Int], shown: [Int], faulty: [Int], frames: Range<Int>, grid: FrameGrid
    ) -> [CorruptRange] {
        let (shownTimes, faultyTimes) = (Set(shown), Set(faulty))
        let all = expected.isEmpty ? shown : expected
        let bounds = (grid.time(of: frames.lowerBound), grid.time(of: frames.upperBound))
        let found = all.indices.compactMap { index -> CorruptRange? in
            let isMissing = !shownTimes.contains(all[index])
            guard isMissing || faultyTimes.contains(all[index]) else { return nil }
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

    private static func joined(_ times: [CorruptRange]) -> [CorruptRange] {
        times.sorted { $0.start < $1.start }.reduce(into: []) { joined, time in
            guard let last = joined.last, last.isMissing == time.isMissing, last.end == time.start
            else { return joined.append(time) }
            joined[joined.count - 1] = CorruptRange(
                start: last.start, end: time.end, isMissing: time.isMissing)
        }
    }
}
