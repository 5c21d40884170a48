import MediaUnits

/// Bit rates of a media playlist, measured from its segments (RFC 8216, 4.1).
///
/// A variant's `BANDWIDTH` is the peak of its video plus the highest peak in its audio group
/// (RFC 8216, 4.3.4.2); `AVERAGE-BANDWIDTH` is the sum of averages. Init segments do not count. `MediaPlaylist` has both rates of
/// a playlist that is written, computed from the durations in its text.
public enum Bandwidth {
    /// Returns the peak segment bit rate, in bits per second, rounded up.
    ///
    /// This is the largest bit rate of any run of consecutive segments that lasts 0.5 to 1.5 target
    /// durations (RFC 8216, 4.1). A longer segment is a run by itself. If every run is shorter, as
    /// in a clip below half a target duration, the peak is the largest bit rate of any segment.
    ///
    /// - Parameters:
    ///   - segments: The segments in the order of the playlist.
    ///   - targetDuration: The playlist's `EXT-X-TARGETDURATION`, in seconds.
    /// - Returns: 0 if there are no segments.
    public static func peak(of segments: [Segment], targetDuration: Int) -> Int {
        let shortest = Rational(targetDuration, 2)
        let longest = Rational(targetDuration) * Rational(3, 2)
        var peak: Int?
        for first in segments.indices {
            var duration = Rational.zero
            var byteCount = Int128(0)
            for segment in segments[first...] {
                let isAlone = duration == .zero
                duration = duration + segment.duration
                byteCount += Int128(segment.byteCount)
                guard duration <= longest || isAlone else { break }
                guard duration >= shortest else { continue }
                peak = max(peak ?? 0, rate(byteCount, duration))
            }
        }
        return peak
            ?? segments.lazy.map { rate(Int128($0.byteCount), $0.duration) }.max()
            ?? 0
    }

    /// Returns the average bit rate, in bits per second, rounded up; 0 if there are no segments.
    public static func average(of segments: [Segment]) -> Int {
        rate(
            segments.reduce(0) { $0 + Int128($1.byteCount) },
            segments.reduce(.zero) { $0 + $1.duration })
    }

    /// Returns bits per second, rounded up, at most `highest`; 0 for a duration of 0.
    private static func rate(_ byteCount: Int128, _ duration: Rational) -> Int {
        guard duration > .zero else { return 0 }
        // Below 2^60 bytes the product fits 128 bits.
        let bits = min(byteCount, 1 << 60 - 1) * 8 * Int128(duration.denominator)
        let seconds = Int128(duration.numerator)
        return Int(min(Int128(highest), (bits + seconds - 1) / seconds))
    }

    /// The highest rate, in bits per second, chosen so that the sum of a variant's renditions fits 64 bits.
    private static let highest = 1_000_000_000_000_000
}
