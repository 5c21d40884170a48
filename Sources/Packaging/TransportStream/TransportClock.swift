internal import MediaUnits

/// The clock of an MPEG transport stream: 90,000 ticks per second, 33 bits (ISO/IEC 13818-1, 2.4.3.7).
enum TransportClock {
    static let rate = 90_000

    /// The ticks at time 0 of the package: 10 s, so that decode times and PCRs before time 0 are positive.
    ///
    /// Apple's segmenter uses the same origin, and some players assume it for captions.
    static let origin = 10 * rate

    /// Returns the ticks of a time in seconds, not wrapped to 33 bits, so that ticks compare as times do.
    static func ticks(_ seconds: Rational) -> Int { origin + (seconds * rate).rounded }

    /// Returns ticks wrapped to 33 bits, as they are written; they wrap around after 26.5 hours.
    static func wrapped(_ ticks: Int) -> Int { ticks & 0x1_FFFF_FFFF }
}
