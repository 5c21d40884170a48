import JobQueue

/// The clocks of a simulation: one that measures durations, and a wall clock that faults set forward and back.
///
/// Safe because: the whole simulation runs in one task.
final class SimulatedClock: @unchecked Sendable {
    /// 2026-01-01, in milliseconds since 1970.
    private static let start: Int64 = 1_767_225_600_000
    private static let origin = ContinuousClock.now

    /// The time since the start of the simulation, in milliseconds.
    private(set) var now: Int64 = 0
    /// The difference of the wall clock to the true time, in milliseconds.
    var wallOffset: Int64 = 0

    /// The wall clock, in milliseconds since 1970.
    var wall: Int64 { Self.start + now + wallOffset }
    /// The steady clock of SQL, in milliseconds.
    var steady: Int64 { 1_000_000 + now }

    func advance(to time: Int64) { now = max(now, time) }

    func reset() { (now, wallOffset) = (0, 0) }

    /// The clocks of a store, with random numbers of a generator.
    func storeClocks(_ random: SeededRandom) -> StoreClocks {
        StoreClocks(
            wall: { self.wall }, monotonic: { Self.origin + .milliseconds(self.now) },
            random: { random.next() })
    }
}

/// Random numbers from a seed: SplitMix64 (Steele, Lea, Flood 2014).
///
/// Safe because: the whole simulation runs in one task.
final class SeededRandom: RandomNumberGenerator, @unchecked Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    func restart(seed: UInt64) { state = seed }

    func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ value >> 30) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
        return value ^ value >> 31
    }

    /// Returns a number of a range.
    func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    /// Returns a duration of a range, in milliseconds.
    func time(_ range: ClosedRange<Int>) -> Int64 { Int64(number(range)) }

    /// Returns true with a probability, in percent.
    func chance(_ percent: Int) -> Bool { number(0...99) < percent }

    func element<Element>(_ list: [Element]) -> Element { list[number(0...list.count - 1)] }
}
