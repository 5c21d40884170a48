internal import Synchronization

/// Browsers whose user has shown the token: each has a cookie, which says nothing of the token.
final class Sessions: Sendable {
    static let cookie = "vtranscode_session"
    /// Seconds; a working day.
    static let lifetime = 12 * 3600
    /// Who knows the token may log in often: the oldest ones end.
    private static let most = 1000

    private struct Session {
        let id: String
        let end: ContinuousClock.Instant
    }
    private let open = Mutex<[Session]>([])

    /// Begins one.
    ///
    /// - Returns: The value of its cookie, 128 random bits.
    func begin(at now: ContinuousClock.Instant = .now) -> String {
        var generator = SystemRandomNumberGenerator()
        let id = (0..<2).map { _ in String(generator.next() as UInt64, radix: 36) }
            .joined(separator: "-")
        open.withLock { open in
            open.removeAll { $0.end <= now }
            if open.count >= Self.most { open.removeFirst() }
            open.append(Session(id: id, end: now + .seconds(Self.lifetime)))
        }
        return id
    }

    /// Whether a `Cookie` header names one that has not ended.
    func isNamed(by header: String?, at now: ContinuousClock.Instant = .now) -> Bool {
        guard let header else { return false }
        let values = header.split(separator: ";").compactMap { pair -> Substring? in
            let pair = pair.drop { $0 == " " }
            guard pair.hasPrefix(Self.cookie + "=") else { return nil }
            return pair.dropFirst(Self.cookie.count + 1)
        }
        return open.withLock { open in
            open.contains { session in session.end > now && values.contains { $0 == session.id } }
        }
    }
}
