import Foundation
import Synchronization
import Testing

@testable import S3

/// Credentials are replaced before they expire, by one thread at a time.
@Suite struct RefreshedCredentialsTests {
    /// A place whose credentials are named by their number.
    private final class NumberedProvider: CredentialsProvider {
        private let count = Mutex(0)
        let clock: TestClock
        /// The lifetime of the credentials, in seconds; `nil` for permanent ones.
        let lifetime: Double?
        /// Runs in each request, with its number; an error is that of the place.
        let inRequest: @Sendable (Int) throws(CredentialsError) -> Void

        init(
            _ clock: TestClock, lifetime: Double?,
            inRequest: @escaping @Sendable (Int) throws(CredentialsError) -> Void = { _ in }
        ) {
            self.clock = clock
            self.lifetime = lifetime
            self.inRequest = inRequest
        }

        var requests: Int { count.withLock(\.self) }

        func find() throws(CredentialsError) -> ProvidedCredentials {
            let number = count.withLock { count in
                count += 1
                return count
            }
            try inRequest(number)
            return .found(
                Credentials(
                    accessKey: "\(number)", secretKey: "s",
                    expiration: lifetime.map { clock.now + $0 }))
        }
    }

    private let clock = TestClock()

    private func source(_ provider: NumberedProvider) -> RefreshedCredentials {
        RefreshedCredentials(provider, now: { [clock] in clock.now })
    }

    @Test func permanentCredentialsAreRequestedOnce() throws {
        let provider = NumberedProvider(clock, lifetime: nil)
        let source = source(provider)
        #expect(try source.credentials().accessKey == "1")
        clock.advance(1e9)
        #expect(try source.credentials().accessKey == "1")
        #expect(provider.requests == 1)
    }

    @Test(arguments: [(2699.0, "1"), (2700.0, "2"), (3599.0, "2"), (5000.0, "2")])
    func replacementBeginsFifteenMinutesBeforeTheExpiry(after: Double, key: String) throws {
        let source = source(NumberedProvider(clock, lifetime: 3600))
        #expect(try source.credentials().accessKey == "1")
        clock.advance(after)
        #expect(try source.credentials().accessKey == key)
    }

    /// A session of fifteen minutes is always near its end.
    @Test func shortLivedCredentialsAreNotReplacedAtEachCall() throws {
        let provider = NumberedProvider(clock, lifetime: 600)
        let source = source(provider)
        for _ in 0..<5 { #expect(try source.credentials().accessKey == "1") }
        clock.advance(60)
        #expect(try source.credentials().accessKey == "2")
        #expect(provider.requests == 2)
    }

    @Test func validCredentialsOutliveAFailedRefresh() throws {
        let provider = NumberedProvider(clock, lifetime: 3600) { number throws(CredentialsError) in
            if number == 2 { throw CredentialsError("place", "unavailable") }
        }
        let source = source(provider)
        _ = try source.credentials()
        clock.advance(2700)
        for _ in 0..<3 { #expect(try source.credentials().accessKey == "1") }
        #expect(provider.requests == 2)
        clock.advance(60)
        #expect(try source.credentials().accessKey == "3")
    }

    /// The source had credentials before: the failure is not that of the configuration.
    @Test func expiredCredentialsAreNeverReturned() throws {
        let provider = NumberedProvider(clock, lifetime: 3600) { number throws(CredentialsError) in
            if number > 1 { throw CredentialsError("place", "unavailable") }
        }
        let source = source(provider)
        _ = try source.credentials()
        clock.advance(3540)
        let error = try #require(throws: S3Error.self) { try source.credentials() }
        #expect(error.code == .unavailable)
        #expect(error.message.contains("place: unavailable"))
    }

    @Test func firstFailureIsThatOfTheConfiguration() throws {
        let source = source(
            NumberedProvider(clock, lifetime: nil) { _ throws(CredentialsError) in
                throw CredentialsError("place", "denied")
            })
        let error = try #require(throws: S3Error.self) { try source.credentials() }
        #expect(error.code == .noCredentials)
    }

    @Test func credentialsThatAreExpiredAlreadyAreRejected() throws {
        let source = source(NumberedProvider(clock, lifetime: 60))
        let error = try #require(throws: S3Error.self) { try source.credentials() }
        #expect(error.message.contains("have expired"))
        #expect(error.code == .unavailable)
    }

    @Test func rejectedCredentialsAreReplacedOnce() throws {
        let source = source(NumberedProvider(clock, lifetime: 3600))
        let first = try source.credentials()
        source.discard(first)
        #expect(try source.credentials().accessKey == "2")
        // A slower request reports the rejection of the first ones, which were replaced.
        source.discard(first)
        #expect(try source.credentials().accessKey == "2")
    }

    @Test func othersContinueWithValidCredentialsDuringARefresh() async throws {
        let (entered, isLeft) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let provider = NumberedProvider(clock, lifetime: 3600) { number in
            guard number == 2 else { return }
            entered.signal()
            isLeft.wait()
        }
        let source = source(provider)
        _ = try source.credentials()
        clock.advance(3000)
        let refreshing = onThread { try source.credentials().accessKey }
        await onThread { entered.wait() }.value
        // The refresh is in progress.
        #expect(try source.credentials().accessKey == "1")
        isLeft.signal()
        #expect(try await refreshing.value == "2")
        #expect(provider.requests == 2)
    }

    @Test func oneRequestServesAllThatWait() async throws {
        let provider = NumberedProvider(clock, lifetime: 3600)
        let source = source(provider)
        let keys = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<32 {
                group.addTask { try await onThread { try source.credentials().accessKey }.value }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(keys == Array(repeating: "1", count: 32))
        #expect(provider.requests == 1)
    }

    /// Runs a body that blocks on a thread of its own.
    private func onThread<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) -> Task<Value, any Error> {
        Task {
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
            }
        }
    }

    private func onThread<Value: Sendable>(
        _ body: @escaping @Sendable () -> Value
    ) -> Task<Value, Never> {
        Task {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { continuation.resume(returning: body()) }
            }
        }
    }
}
