/// The bit rates of a media playlist, computed exactly from its text and the sizes of its segments,
/// independently of the product.
public struct PrintedRates {
    /// The peak in bits per second, rounded up: the highest of all runs of consecutive segments that
    /// last 0.5 to 1.5 target durations (RFC 8216, 4.1); of all segments if every run is shorter.
    public let peak: Int
    /// The average of the whole playlist in bits per second, rounded up.
    public let average: Int

    /// Computes the rates.
    ///
    /// - Parameters:
    ///   - playlist: The text of a media playlist whose `EXTINF` have six decimals.
    ///   - byteCounts: The size of each segment, in order.
    /// - Throws: `PackageError` if the text is no such playlist.
    public init(of playlist: String, byteCounts: [Int]) throws {
        let lines = PlaylistLine.all(of: playlist).compactMap(\.line)
        let durations = try lines.filter { $0.tag == "#EXTINF" }.map {
            try Self.microseconds($0.value)
        }
        let target = lines.first { $0.tag == "#EXT-X-TARGETDURATION" }.flatMap { Int($0.value) }
        guard let target, durations.count == byteCounts.count, !durations.isEmpty else {
            throw PackageError("not a media playlist of \(byteCounts.count) segments")
        }
        var peak: Int?
        for first in durations.indices {
            var (bytes, duration) = (0, 0)
            for index in first..<durations.count {
                bytes += byteCounts[index]
                duration += durations[index]
                if 2 * duration > 3 * target * 1_000_000 { break }
                guard 2 * duration >= target * 1_000_000 else { continue }
                peak = max(peak ?? 0, Self.rate(bytes, duration))
            }
        }
        self.peak = peak ?? zip(byteCounts, durations).map(Self.rate).max() ?? 0
        average = Self.rate(byteCounts.reduce(0, +), durations.reduce(0, +))
    }

    /// Returns bits per second, rounded up.
    private static func rate(_ bytes: Int, _ microseconds: Int) -> Int {
        let bits = 8 * Int128(bytes) * 1_000_000
        let (quotient, remainder) = bits.quotientAndRemainder(dividingBy: Int128(microseconds))
        return Int(clamping: remainder > 0 ? quotient + 1 : quotient)
    }

    /// Parses a duration: `6.006000,` is 6006000.
    private static func microseconds(_ value: String) throws -> Int {
        let parts = value.prefix { $0 != "," }.split(separator: ".")
        guard parts.count == 2, parts[1].count == 6, let whole = Int(parts[0]),
            let fraction = Int(parts[1]), whole > 0 || fraction > 0
        else { throw PackageError("EXTINF \(value)") }
        return whole * 1_000_000 + fraction
    }
}
