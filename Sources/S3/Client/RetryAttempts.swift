/// The attempts of one call, and the pauses between them.
package struct RetryAttempts {
    /// The next step after a failed attempt.
    package enum Step {
        /// The pause is over: the caller sends its request again.
        case attempt
        /// The policy allows no further attempt.
        case end
        /// The work that the call belongs to was canceled.
        case cancelled
    }

    private let policy: RetryPolicy
    private let environment: ClientEnvironment
    /// The time of the first attempt, in seconds since 1970.
    private let start: Double
    /// The failed attempts since the last one with progress.
    private var failures = 0

    /// Starts a call.
    package init(_ policy: RetryPolicy, in environment: ClientEnvironment) {
        (self.policy, self.environment, start) = (policy, environment, environment.now())
    }

    /// Pauses after a failed attempt; blocks the thread.
    ///
    /// - Parameters:
    ///   - hasProgress: Whether the attempt has received a part of the response, so that earlier failures do not count.
    ///   - isAnswered: Whether the server has ever responded.
    ///   - isCancelled: Returns whether to end the pause.
    /// - Returns: The next step.
    package mutating func pause(
        hasProgress: Bool = false, isAnswered: Bool, isCancelled: () -> Bool
    ) -> Step {
        failures = hasProgress ? 1 : failures + 1
        guard failures < policy.attempts else { return .end }
        var seconds = policy.bound(after: failures) * environment.random()
        if !isAnswered {
            let rest = start + policy.unansweredTime - environment.now()
            guard rest > 0 else { return .end }
            seconds = min(seconds, rest)
        }
        environment.pause(seconds, isCancelled)
        return isCancelled() ? .cancelled : .attempt
    }
}
