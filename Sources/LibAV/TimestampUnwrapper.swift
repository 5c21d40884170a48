/// Unwraps the timestamps of concatenated recordings, so that each continues where the one before ended.
///
/// Timestamps of MPEG streams start with any value, and restart where another recording was appended, as discs, broadcasts and
/// `cat` do. Each stream reaches the next recording at a packet of its own. All times are in ticks of 90 kHz, which all such
/// streams have (ISO/IEC 13818-1, 2.4.3.7).
struct TimestampUnwrapper {
    /// The state of a stream: the offset of its timestamps, and its last unwrapped timestamp.
    private struct State {
        var shift: Int
        var time: Int
    }

    private var states: [Int: State] = [:]
    /// The offsets of the last recordings, the latest one last.
    private var shifts = [0]
    /// The end of the packet that ends last.
    private var end = Int.min
    /// The number of recordings so far.
    private(set) var count = 1

    /// The largest step back within a recording, for imprecise timestamps; chosen as 1 s.
    private static let tolerance = 90_000
    /// The largest step forward within a recording, half the range of 33 bits: libav takes a step back by a minute for an
    /// overflow.
    private static let leap = 1 << 32
    /// The longest pause of a stream for which it is matched to a known offset; chosen as 10 s.
    private static let pause = 10 * 90_000
    /// The number of recordings whose offsets are known: a corrupt timestamp resembles a restart, and the next packet returns.
    private static let knownCount = 4

    /// Determines the offset of a packet's timestamps.
    ///
    /// - Parameters:
    ///   - stream: The index of the packet's stream.
    ///   - time: The decode time, or else the presentation time.
    ///   - duration: The duration; negative counts as 0.
    /// - Returns: The number of ticks to add.
    mutating func shift(stream: Int, time: Int, duration: Int) -> Int {
        var state = states[stream] ?? State(shift: shifts[shifts.count - 1], time: .min)
        if state.time != .min, let shift = change(of: state, time) { state.shift = shift }
        state.time = time &+ state.shift
        states[stream] = state
        end = max(end, state.time &+ max(0, duration))
        return state.shift
    }

    /// Returns the new offset of a stream; `nil` if it does not change.
    private mutating func change(of state: State, _ time: Int) -> Int? {
        func step(_ shift: Int) -> Int { time &+ shift &- state.time }
        if (-Self.tolerance...Self.pause).contains(step(state.shift)) { return nil }
        let known = shifts.last { (-Self.tolerance...Self.pause).contains(step($0)) }
        if let known { return known }
        guard !(-Self.tolerance...Self.leap).contains(step(state.shift)) else { return nil }
        count += 1
        shifts = shifts.suffix(Self.knownCount - 1) + [end &- time]
        return end &- time
    }
}
