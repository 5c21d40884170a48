public import MediaUnits

/// The output's frames: a constant rate, decided once for the whole upload.
///
/// Frame n is due n / rate seconds after time 0 and shows the source frame that is current then. A segment never counts
/// frames from where its decoding happened to start; it asks the grid.
public struct FrameGrid: Codable, Hashable, Sendable {
    /// Frames a second.
    public let rate: Rational
    public let frameCount: Int
    /// Seconds of the upload's clock at time 0.
    package let start: Rational
    /// Seconds of a tick of the upload's picture track.
    package let timeBase: Rational
    /// Seconds by which a source frame may come late and still be current: half a source frame, so that timestamps
    /// rounded to milliseconds neither double nor drop a frame.
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

    /// Source frames with a presentation time below this, in ticks, are due at or before frame n; the last is current.
    package func threshold(_ frame: Int) -> Int { threshold(frame, tick: timeBase) }

    /// The same in ticks of another length, in seconds: fields lie between the ticks of frames.
    package func threshold(_ frame: Int, tick: Rational) -> Int {
        // In whole nanoseconds, since the exact sum of three clocks may fit no fraction of 64 bits.
        let parts = [start, rate.inverse * frame, tolerance]
        let nanoseconds = parts.reduce(0) { $0 + $1.ticksRoundedUp(of: Rational(1, 1_000_000_000)) }
        return Rational(nanoseconds, 1_000_000_000).ticksRoundedUp(of: tick)
    }

    /// Where in `times` the source frame stands that frame n shows; the first one before it is due.
    package func source(of frame: Int, in times: [Int]) -> Int {
        let limit = threshold(frame)
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] < limit { low = middle + 1 } else { high = middle }
        }
        return max(0, low - 1)
    }

    /// Seconds by which a source frame that is due at a time of the upload's clock is shown late; below 0, early.
    ///
    /// Half a frame at most either way, but for what is due before time 0.
    package func lag(of time: Rational) -> Rational {
        func ticks(_ seconds: Rational) -> Int {
            seconds.ticksRoundedUp(of: Rational(1, 1_000_000_000))
        }
        let (due, frame) = (ticks(time) - ticks(start), ticks(rate.inverse))
        let room = due - ticks(tolerance)
        let shown = room < 0 ? 0 : room / frame + 1
        return Rational(shown * frame - due, 1_000_000_000)
    }

    /// Seconds from time 0 to a frame.
    package func time(of frame: Int) -> Rational { rate.inverse * frame }

    /// The output rate for a source: as it is between one frame a second and the limit.
    ///
    /// Above the limit it is divided by the smallest whole number that fits; a slideshow's is multiplied likewise, so that
    /// segments do not last minutes.
    package static func rate(for source: Rational, limit: Rational) -> Rational {
        if source > limit { return source / (source / limit).ceiling }
        return source < Rational(1) ? source * source.inverse.ceiling : source
    }
}
