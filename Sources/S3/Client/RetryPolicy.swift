internal import Foundation

/// The attempts of a request and the pauses between them.
package struct RetryPolicy: Sendable {
    /// The number of attempts without progress, the first included.
    package var attempts: Int
    /// The upper bound of the first pause, in seconds; it doubles with each attempt.
    package var base: Double
    /// The highest upper bound, in seconds.
    package var cap: Double
    /// The time after the start of a call from which a server that has never responded gets no other attempt, in seconds.
    package var unansweredTime: Double

    /// Creates a policy.
    ///
    /// The default survives the restart of a server, which takes about 20 s. A server that has never responded may have a wrong
    /// address: its error is reported sooner.
    package init(
        attempts: Int = 10, base: Double = 0.1, cap: Double = 20, unansweredTime: Double = 10
    ) {
        self.attempts = attempts
        self.base = base
        self.cap = cap
        self.unansweredTime = unansweredTime
    }

    /// The upper bound of the pause after an attempt, in seconds; the pause is a random part of it (full jitter).
    func bound(after attempt: Int) -> Double {
        min(cap, base * Double(sign: .plus, exponent: min(attempt - 1, 60), significand: 1))
    }
}

/// The clock, the pauses and the random numbers of a client.
package struct ClientEnvironment: Sendable {
    /// Returns the time, in seconds since 1970.
    package var now: @Sendable () -> Double
    /// Blocks the thread for seconds, or until the closure returns `true`.
    package var pause: @Sendable (Double, () -> Bool) -> Void
    /// Returns a random number from 0 to 1.
    package var random: @Sendable () -> Double

    package init(
        now: @escaping @Sendable () -> Double,
        pause: @escaping @Sendable (Double, () -> Bool) -> Void,
        random: @escaping @Sendable () -> Double
    ) {
        self.now = now
        self.pause = pause
        self.random = random
    }

    /// The host's.
    package static let host = ClientEnvironment(
        now: { Date().timeIntervalSince1970 },
        pause: { seconds, isCancelled in
            let end = Date(timeIntervalSinceNow: seconds)
            // A tenth of a second, so that cancellation is soon noticed.
            while end > Date(), !isCancelled() {
                Thread.sleep(forTimeInterval: min(0.1, max(0, end.timeIntervalSinceNow)))
            }
        },
        random: { .random(in: 0...1) })
}
