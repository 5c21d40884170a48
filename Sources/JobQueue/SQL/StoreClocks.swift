internal import Foundation

/// The clocks and the random numbers of a store's process.
///
/// A store reads no other clock outside of SQL, and no other random numbers: a simulation has values of its own for both.
package struct StoreClocks: Sendable {
    /// The wall clock, in milliseconds since 1970.
    package let wall: @Sendable () -> Int64
    /// The clock that measures durations.
    package let monotonic: @Sendable () -> ContinuousClock.Instant
    /// 64 random bits.
    package let random: @Sendable () -> UInt64

    package init(
        wall: @escaping @Sendable () -> Int64,
        monotonic: @escaping @Sendable () -> ContinuousClock.Instant,
        random: @escaping @Sendable () -> UInt64
    ) {
        self.wall = wall
        self.monotonic = monotonic
        self.random = random
    }

    /// The clocks of this host, and its secure random numbers.
    package static let system = StoreClocks(
        wall: { Int64(Date().timeIntervalSince1970 * 1000) }, monotonic: { .now },
        random: { .random(in: .min ... .max) })

    /// A generator of the random numbers.
    var generator: Generator { Generator(random: random) }

    /// Returns a random number, 0..<1.
    func fraction() -> Double {
        var generator = generator
        return .random(in: 0..<1, using: &generator)
    }

    struct Generator: RandomNumberGenerator {
        let random: @Sendable () -> UInt64
        mutating func next() -> UInt64 { random() }
    }
}
