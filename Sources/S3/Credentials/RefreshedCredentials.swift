internal import Errors
internal import Synchronization

/// Credentials that are replaced before they expire.
///
/// One thread at a time requests new ones. While the old ones are valid, other threads continue with them, and a failed refresh is
/// repeated later; afterwards, callers wait for the refresh, or get its error.
package final class RefreshedCredentials: CredentialsSource {
    /// The time before the expiry from which credentials are replaced, in seconds, as that of the AWS tools: fifteen minutes.
    static let advance = 900.0
    /// The time before the expiry from which credentials are not used, in seconds; chosen longer than a request and the difference of
    /// clocks that servers accept in practice.
    static let margin = 60.0
    /// The time between two refreshes while the credentials are valid, in seconds; chosen.
    ///
    /// It matters after failures, and for credentials whose lifetime is shorter than `advance`.
    static let pause = 60.0

    private struct State {
        var known: Credentials?
        /// Whether a server has rejected the known ones.
        var isRejected = false
        /// The time before which there is no other refresh while the known ones are valid.
        var earliestRefresh = -Double.infinity
        /// The last failed refresh, for callers that waited for it.
        var failure: (number: Int, error: CredentialsError)?
    }

    private let provider: any CredentialsProvider
    private let now: @Sendable () -> Double
    private let state = Mutex(State())
    /// Held by the thread that requests new credentials.
    private let refresh = Mutex(())

    init(_ provider: any CredentialsProvider, now: @escaping @Sendable () -> Double) {
        self.provider = provider
        self.now = now
    }

    package func credentials() throws(S3Error) -> Credentials {
        do {
            return try validCredentials()
        } catch {
            throw S3Error(error)
        }
    }

    private func validCredentials() throws(CredentialsError) -> Credentials {
        let (known, isDue) = current()
        if let known {
            guard isDue else { return known }
            // Another thread has the refresh: this one continues with what is valid.
            let refreshed = refresh.withLockIfAvailable { _ in try? self.refreshed() }
            return (refreshed ?? known) ?? known
        }
        let failures = state.withLock { $0.failure?.number ?? 0 }
        return try refresh.withLock { _ throws(CredentialsError) in
            // The thread that had the lock may have succeeded or failed for this one, too.
            if let known = self.current().known { return known }
            if let last = self.state.withLock({ $0.failure }), last.number > failures {
                throw last.error
            }
            return try self.refreshed()
        }
    }

    package func discard(_ rejected: Credentials) {
        state.withLock { if $0.known == rejected { $0.isRejected = true } }
    }

    /// The known credentials unless they are too old, and whether they should be replaced.
    private func current() -> (known: Credentials?, isDue: Bool) {
        let time = now()
        return state.withLock { state in
            guard let known = state.known, !state.isRejected else { return (nil, true) }
            guard let expiration = known.expiration else { return (known, false) }
            let rest = expiration - time
            guard rest > Self.margin else { return (nil, true) }
            return (known, rest <= Self.advance && time >= state.earliestRefresh)
        }
    }

    /// Requests credentials, unless another thread has done so while this one waited.
    private func refreshed() throws(CredentialsError) -> Credentials {
        if case (let known?, false) = current() { return known }
        do throws(CredentialsError) {
            guard case .found(let credentials) = try provider.find() else {
                throw CredentialsError("chain", "no place has credentials")
            }
            if let expiration = credentials.expiration, expiration - now() <= Self.margin {
                throw CredentialsError(
                    "chain", "the source returned credentials that have expired",
                    retryability: .transient)
            }
            let next = now() + Self.pause
            state.withLock {
                $0.known = credentials
                $0.isRejected = false
                $0.earliestRefresh = next
            }
            return credentials
        } catch {
            let next = now() + Self.pause
            throw state.withLock { state in
                state.earliestRefresh = next
                // A source that had credentials before has them again: the cause is not the configuration.
                let failure =
                    state.known == nil
                    ? error : CredentialsError(error.attempts, retryability: .transient)
                state.failure = ((state.failure?.number ?? 0) + 1, failure)
                return failure
            }
        }
    }
}
