/// Puts recordings that were written one behind the other onto one clock.
///
/// The clocks of MPEG streams start anywhere, and again where another recording was appended, as discs, broadcasts and
/// `cat` do. Each of the streams gets to the next recording at a packet of its own. In ticks of 90 kHz, which all such
/// streams have (ISO/IEC 13818-1, 2.4.3.7).
struct TimestampUnwrapper {
    /// Where a stream is: what is added to its times, and its last one after that.
    private struct Place {
        var shift: Int
        var time: Int
    }

    private var places: [Int: Place] = [:]
    /// What was added to the times of the last recordings, the latest one last.
    private var shifts = [0]
    /// The end of the packet that ends last.
    private var end = Int.min
    private(set) var count = 1

    /// Packets of a stream go back by a little where timestamps are sloppy.
    private static let tolerance = 90_000
    /// Half of what 33 bits count: libav takes a clock that goes back by a minute for one that ran over.
    private static let leap = 1 << 32
    /// Pauses of a stream that goes on by a clock that is known.
    private static let pause = 10 * 90_000
    /// Recordings whose clocks are known: a damaged time looks like another one, and the next packet goes back.
    private static let knownCount = 4

    /// What has to be added to a packet's times.
    mutating func shift(stream: Int, time: Int, duration: Int) -> Int {
        var place = places[stream] ?? Place(shift: shifts[shifts.count - 1], time: .min)
        if place.time != .min, let shift = change(at: place, time) { place.shift = shift }
        place.time = time &+ place.shift
        places[stream] = place
        end = max(end, place.time &+ max(0, duration))
        return place.shift
    }

    /// What is to be added from now on; `nil` if that stays as it is.
    private mutating func change(at place: Place, _ time: Int) -> Int? {
        func step(_ shift: Int) -> Int { time &+ shift &- place.time }
        if (-Self.tolerance...Self.pause).contains(step(place.shift)) { return nil }
        let known = shifts.last { (-Self.tolerance...Self.pause).contains(step($0)) }
        if let known { return known }
        guard !(-Self.tolerance...Self.leap).contains(step(place.shift)) else { return nil }
        count += 1
        shifts = shifts.suffix(Self.knownCount - 1) + [end &- time]
        return end &- time
    }
}
