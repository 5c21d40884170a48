public import MediaUnits

/// The output grid: frames of a constant rate, decided once for the whole upload.
///
/// Frame n is due n / rate seconds after time 0 and shows the source frame that is current then. Frame numbers of a
/// segment follow from the grid alone, never from the frame that its decoding started with.
public struct FrameGrid: Codable, Hashable, Sendable {
    /// The frame rate, in frames per second.
    public let rate: Rational
    public let frameCount: Int
    /// Time 0 of the package, in seconds of the upload's clock.
    package let start: Rational
    /// The length of a tick of the upload's video track, in seconds.
    package let timeBase: Rational
    /// The time by which a source frame may be late and still be current, in seconds.
    ///
    /// Chosen as half a source frame, so that timestamps rounded to milliseconds neither double nor drop a frame.
    package let tolerance: Rational

    package init(
        rate: Rational,
        frameCount: Int,
        start: Rational,
        timeBase: Rational,
        tolerance: Rational
    ) {
        self.rate = rate
        self.frameCount = frameCount
        self.start = start
        self.timeBase = timeBase
        self.tolerance = tolerance
    }

    /// Returns the presentation time, in ticks, below which source frames are due at or before a frame; the last is current.
    package func threshold(_ frame: Int) -> Int { threshold(frame, tick: timeBase) }

    /// Returns the threshold in ticks of another length, in seconds: fields lie between the ticks of frames.
    package func threshold(_ frame: Int, tick: Rational) -> Int {
        // In whole nanoseconds, since the exact sum of three clocks may not fit a fraction of 64 bits.
        let parts = [start, rate.inverse * frame, tolerance]
        let nanoseconds = parts.reduce(0) { $0 + $1.ticksRoundedUp(of: Rational(1, 1_000_000_000)) }
        return Rational(nanoseconds, 1_000_000_000).ticksRoundedUp(of: tick)
    }

    /// Returns the index in `times` of the source frame that a frame shows; 0 before the first one is due.
    package func source(of frame: Int, in times: [Int]) -> Int {
        let limit = threshold(frame)
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] < limit { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }

    /// Returns the delay, in seconds, with which a source frame that is due at a time of the upload's clock is shown.
    ///
    /// The delay is negative for frames that are shown early, and at most half a frame, except before time 0.
    package func lag(of time: Rational) -> Rational {
        func ticks(_ seconds: Rational) -> Int {
            seconds.ticksRoundedUp(of: Rational(1, 1_000_000_000))
        }
        let (due, frame) = (ticks(time) - ticks(start), ticks(rate.inverse))
        let room = due - ticks(tolerance)
        let shown = room < 0 ? 0 : room / frame + 1
        return Rational(shown * frame - due, 1_000_000_000)
    }

    /// Returns the time of a frame, in seconds from time 0.
    package func time(of frame: Int) -> Rational { rate.inverse * frame }

    /// Returns the output rate for a source rate, both in frames per second.
    ///
    /// Rates from 1 up to the limit stay. Rates above are divided by the smallest whole number that fits. Rates below 1, of
    /// slideshows, are multiplied by the smallest whole number that fits, so that segments do not last minutes.
    package static func rate(for source: Rational, limit: Rational) -> Rational {
        if source > limit { return source / (source / limit).ceiling }
        return source < Rational(1) ? source * source.inverse.ceiling : source
    }
}
