internal import Foundation

/// The numbers that a queue goes by.
public struct QueuePolicy: Sendable, Hashable {
    /// Seconds without a word after which a worker is given up.
    ///
    /// Workers speak up every `lease / 5`.
    public var lease: Double
    /// Failures after which a task is given up.
    public var attempts: Int
    /// Lost workers after which a clean-up is tried again only after `longestBackoff`.
    public var losses: Int
    /// Workers in a row that a task may take down while it runs alone without finishing an artifact; then it is given up.
    public var crashesInARow: Int
    /// Workers that a task may take down in all while it runs alone.
    public var crashes: Int
    /// Seconds that a suspect waits for an idle worker; then a busy one stops claiming tasks until it is idle.
    public var quarantine: Double
    /// Seconds until the first retry; each further one waits twice as long, up to `longestBackoff`.
    public var backoff: Double
    public var longestBackoff: Double
    /// Attempts to tell a webhook of an event; with the waits between them, most of a day.
    public var deliveries: Int
    /// Seconds after an event that an attempt to tell of it is the last one: else a receiver that never answers would be owed more
    /// and more.
    public var longestDelivery: Double
    /// Seconds that a webhook is left alone at most between two attempts.
    public var longestSilence: Double
    /// Events that one process tells a host of at a time.
    public var sameHost: Int

    public init(
        lease: Double = 15, attempts: Int = 5, losses: Int = 3, crashesInARow: Int = 3,
        crashes: Int = 10, quarantine: Double = 60, backoff: Double = 2,
        longestBackoff: Double = 600, deliveries: Int = 35, longestSilence: Double = 3600,
        longestDelivery: Double = 86_400, sameHost: Int = 2
    ) {
        self.lease = lease
        self.attempts = attempts
        self.losses = losses
        self.crashesInARow = crashesInARow
        self.crashes = crashes
        self.quarantine = quarantine
        self.backoff = backoff
        self.longestBackoff = longestBackoff
        self.deliveries = deliveries
        self.longestDelivery = longestDelivery
        self.longestSilence = longestSilence
        self.sameHost = sameHost
    }

    /// Seconds to wait after so many failures, half of it by chance, so that what failed together is not retried together.
    ///
    /// - Parameters:
    ///   - failures: So far.
    ///   - limit: The longest wait; `nil`: `longestBackoff`.
    ///   - random: 0..<1.
    /// - Returns: Seconds.
    func delay(
        after failures: Int, atMost limit: Double? = nil,
        using random: Double = .random(in: 0..<1)
    ) -> Double {
        let doublings = Double(max(0, min(failures - 1, 30)))
        let whole = min(limit ?? longestBackoff, backoff * exp2(doublings))
        return whole * (0.5 + 0.5 * random)
    }
}
