import Synchronization
import TestSupport
import Testing
import Transport

@testable import S3

/// The pauses between the attempts of one call, with a clock that only they move.
@Suite(.timeLimit(.minutes(5))) struct RetryAttemptsTests {
    private final class Clock: Sendable {
        private let time = Mutex((now: 1000.0, pauses: [Double]()))

        var pauses: [Double] { time.withLock { $0.pauses } }

        var environment: ClientEnvironment {
            ClientEnvironment(
                now: { self.time.withLock { $0.now } },
                pause: { seconds, _ in
                    self.time.withLock {
                        $0.now += seconds
                        $0.pauses.append(seconds)
                    }
                },
                random: { 1 })
        }
    }

    private let clock = Clock()

    private func end(isAnswered: Bool) {
        var attempts = RetryAttempts(RetryPolicy(), in: clock.environment)
        while case .attempt = attempts.pause(isAnswered: isAnswered, isCancelled: { false }) {}
    }

    /// A server that restarts refuses connections for about 20 s.
    @Test func knownServerGetsEveryAttempt() {
        end(isAnswered: true)
        #expect(clock.pauses == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 20])
    }

    @Test func serverThatNeverRespondedGetsTenSeconds() {
        end(isAnswered: false)
        #expect(clock.pauses.count == 7)
        #expect(abs(clock.pauses.reduce(0, +) - 10) < 0.001)
    }

    @Test func progressStartsTheCountAgain() {
        var attempts = RetryAttempts(RetryPolicy(attempts: 3), in: clock.environment)
        for _ in 0..<20 {
            let step = attempts.pause(
                hasProgress: true, isAnswered: true, isCancelled: { false })
            #expect(step == .attempt)
        }
        #expect(clock.pauses == Array(repeating: 0.1, count: 20))
    }

    @Test func cancellationEndsTheCall() {
        var attempts = RetryAttempts(RetryPolicy(), in: clock.environment)
        #expect(attempts.pause(isAnswered: true, isCancelled: { true }) == .cancelled)
    }

    /// No server listens at the port, or no address has the name.
    @Test(arguments: ["http://127.0.0.1:1", "http://nohost.invalid"])
    func unreachableServerFailsSoon(endpoint: String) throws {
        var client = S3Client(
            bucket: "bucket", settings: BucketSettings(endpoint: try S3Endpoint(endpoint)),
            credentials: FixedCredentials(Credentials(accessKey: "A", secretKey: "B")),
            http: HTTPClient(userAgent: "test"))
        client.environment = clock.environment
        let error = #expect(throws: S3Error.self) { try client.head("k") }
        #expect(error?.code == .unreachable, "\(String(describing: error))")
        #expect(clock.pauses.reduce(0, +) < 10.001)
    }
}
