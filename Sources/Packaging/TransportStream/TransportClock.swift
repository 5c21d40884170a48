internal import MediaUnits

/// The clock of an MPEG transport stream: 90,000 ticks a second, 33 bits (ISO/IEC 13818-1, 2.4.3.7).
enum TransportClock {
    static let rate = 90_000

    /// Ticks at time 0 of the package: 10 s, so that decode times and the program clock lie before time 0 and above zero.
    ///
    /// Apple's segmenter starts there too, and some players take it for where captions start.
    static let origin = 10 * rate

    /// The tick of a time in seconds; not yet cut to 33 bits, so that ticks compare as times do.
    static func ticks(_ seconds: Rational) -> Int { origin + (seconds * rate).rounded }

    /// As they are written: they start again after 26.5 hours.
    static func wrapped(_ ticks: Int) -> Int { ticks & 0x1_FFFF_FFFF }
}
