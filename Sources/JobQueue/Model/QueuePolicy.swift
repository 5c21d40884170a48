internal import Foundation

/// The limits and durations of a queue.
public struct QueuePolicy: Sendable, Hashable {
    /// The time without a heartbeat after which a worker's lease expires, in seconds.
    ///
    /// Workers send a heartbeat every `leaseDuration / 5`.
    public var leaseDuration: Double
    /// The number of failed attempts after which a task is a dead letter.
    public var maxAttempts: Int
    /// The number of reclaims after which a cleanup is retried only after `maxBackoff`.
    public var maxReclaims: Int
    /// The number of workers in a row that a task may take down while it runs alone and completes no artifact.
    public var maxConsecutiveCrashes: Int
    /// The number of workers that a task may take down in all while it runs alone.
    public var maxCrashes: Int
    /// The time that a suspect waits for an idle worker, in seconds; then a busy worker stops claiming until it is idle.
    public var quarantineTimeout: Double
    /// The backoff before the first retry, in seconds; it doubles with each retry, up to `maxBackoff`.
    public var initialBackoff: Double
    /// The longest backoff between two attempts at a task, in seconds.
    public var maxBackoff: Double
    /// The number of attempts at delivering an event; with their backoff, they take most of a day.
    public var maxDeliveryAttempts: Int
    /// The maximum age of an event, in seconds; delivery is abandoned after the next attempt.
    ///
    /// The limit bounds the deliveries to a receiver that never responds.
    public var maxEventAge: Double
    /// The longest backoff between two attempts at a delivery, in seconds.
    public var maxDeliveryBackoff: Double
    /// The number of deliveries to one host that a process makes at the same time.
    public var maxDeliveriesPerHost: Int

    public init(
        leaseDuration: Double = 15, maxAttempts: Int = 5, maxReclaims: Int = 3,
        maxConsecutiveCrashes: Int = 3, maxCrashes: Int = 10, quarantineTimeout: Double = 60,
        initialBackoff: Double = 2, maxBackoff: Double = 600, maxDeliveryAttempts: Int = 35,
        maxDeliveryBackoff: Double = 3600, maxEventAge: Double = 86_400,
        maxDeliveriesPerHost: Int = 2
    ) {
        self.leaseDuration = leaseDuration
        self.maxAttempts = maxAttempts
        self.maxReclaims = maxReclaims
        self.maxConsecutiveCrashes = maxConsecutiveCrashes
        self.maxCrashes = maxCrashes
        self.quarantineTimeout = quarantineTimeout
        self.initialBackoff = initialBackoff
        self.maxBackoff = maxBackoff
        self.maxDeliveryAttempts = maxDeliveryAttempts
        self.maxEventAge = maxEventAge
        self.maxDeliveryBackoff = maxDeliveryBackoff
        self.maxDeliveriesPerHost = maxDeliveriesPerHost
    }

    /// Returns the backoff after a number of failures, in seconds.
    ///
    /// Half of it is random, so that tasks which failed together are not retried together.
    ///
    /// - Parameters:
    ///   - failures: The number of failures so far.
    ///   - limit: The longest backoff; `nil` for `maxBackoff`.
    ///   - random: 0..<1.
    /// - Returns: Seconds.
    func backoff(
        after failures: Int, atMost limit: Double? = nil, using random: Double
    ) -> Double {
        let doublings = Double(max(0, min(failures - 1, 30)))
        let whole = min(limit ?? maxBackoff, initialBackoff * exp2(doublings))
        return whole * (0.5 + 0.5 * random)
    }
}
