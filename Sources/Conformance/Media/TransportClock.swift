/// Arithmetic of the 33-bit timestamps of MPEG-TS (ISO/IEC 13818-1, 2.4.3.7).
enum TransportClock {
    /// In ticks per second.
    static let rate = 90_000.0
    private static let period: Int64 = 1 << 33

    /// Returns the time from one timestamp to another in ticks, at most half a period in either direction.
    static func distance(from start: Int64, to end: Int64) -> Int64 {
        let distance = (end - start) % period
        if distance > period / 2 { return distance - period }
        return distance < -period / 2 ? distance + period : distance
    }

    /// Returns the end of a duration in seconds, of at most 2^40, in ticks.
    static func end(of duration: Double, after start: Int64) -> Int64 {
        start + Int64(duration * rate)
    }
}
