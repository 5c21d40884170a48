package import MediaUnits

/// The clock of an audio track without gaps: the positions of its samples, from times that are rounded to ticks.
///
/// Decoding can start at any packet of such a track, and gives each sample the position that it has if the track is decoded
/// from the beginning.
package struct SampleClock: Codable, Hashable, Sendable {
    package let timeBase: Rational
    /// The sample rate of decoded frames, in hertz.
    package let sampleRate: Int
    /// The time of the first packet, whose samples start at position 0, in ticks.
    package let start: Int
    /// The time of the last packet, in ticks.
    package let last: Int
    /// The number of samples of which each packet's position is a multiple: those of a packet, or 1 if ticks are exact.
    package let step: Int

    package init(timeBase: Rational, sampleRate: Int, start: Int, last: Int, step: Int) {
        self.timeBase = timeBase
        self.sampleRate = sampleRate
        self.start = start
        self.last = last
        self.step = step
    }

    /// Makes the clock of a track; `nil` if there are gaps, or if the positions of packets do not follow from their times.
    ///
    /// - Parameters:
    ///   - times: The times of all packets in file order, in ticks.
    ///   - isContinuousPCM: Whether packets may have any number of samples, and each starts at the end of the one before. For other
    ///     codecs, a gap may be contained in the duration of a packet.
    ///   - timeBase: The duration of a tick, in seconds.
    ///   - sampleRate: The sample rate of decoded frames, in hertz.
    package init?(
        of times: [Int], isContinuousPCM: Bool, timeBase: Rational, sampleRate: Int
    ) {
        guard times.count > 1, let start = times.first, let last = times.last, start < last,
            let total = Rational.rescale(
                last - start, from: timeBase, to: Rational(1, sampleRate))
        else { return nil }
        let samplesPerTick = timeBase * sampleRate
        let isExact = isContinuousPCM && samplesPerTick.denominator == 1
        let step = isExact ? 1 : Rational(total, times.count - 1).rounded
        self.init(
            timeBase: timeBase, sampleRate: sampleRate, start: start, last: last, step: step)
        if isExact { return }
        // Rounded times of shorter packets are ambiguous.
        guard samplesPerTick * Self.tolerance * 2 < Rational(step) else { return nil }
        let packet = Rational(step, sampleRate)
        let isEven = times.enumerated().allSatisfy { index, time in
            guard let expected = Rational.rescale(index, from: packet, to: timeBase) else {
                return false
            }
            return abs(time - start - expected) <= Self.tolerance
        }
        guard isEven else { return nil }
    }

    /// The largest deviation of a packet's time from its position, in ticks: the first time and the time itself may be rounded
    /// up or down.
    private static let tolerance = 2

    /// The time of the last packet, in seconds.
    package var lastTime: Rational { timeBase * last }

    /// Returns the position of the sample at a time in ticks, a multiple of `step`; `nil` if it does not fit 64 bits.
    package func position(of ticks: Int) -> Int? {
        let (difference, overflows) = ticks.subtractingReportingOverflow(start)
        guard !overflows,
            let packet = Rational.rescale(
                difference, from: timeBase, to: Rational(step, sampleRate))
        else { return nil }
        let (position, isTooLarge) = packet.multipliedReportingOverflow(by: step)
        return isTooLarge ? nil : position
    }
}
