/// Limits a warning to one in an hour: its condition may be detected every minute, for days.
struct LogRateLimiter {
    private static let interval = Duration.seconds(3600)

    private var logged: [String: ContinuousClock.Instant] = [:]

    /// Returns whether a warning with this key is due, and records the time if it is.
    mutating func isDue(_ key: String, now: ContinuousClock.Instant = .now) -> Bool {
        logged = logged.filter { $0.value.duration(to: now) < Self.interval }
        guard logged[key] == nil else { return false }
        logged[key] = now
        return true
    }
}
