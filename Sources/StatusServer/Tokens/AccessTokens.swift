internal import Synchronization

/// The valid tokens of a server, which may be replaced while it runs.
///
/// A token is compared with all of them, so that the duration of a comparison does not depend on its position.
public final class AccessTokens: Sendable {
    private let tokens: Mutex<[AccessToken]>

    public init(_ tokens: [AccessToken]) { self.tokens = Mutex(tokens) }

    /// Replaces the tokens: clients of those that are missing are rejected from now on, and their sessions end.
    public func replace(with tokens: [AccessToken]) { self.tokens.withLock { $0 = tokens } }

    /// Returns the token that an `Authorization` header contains.
    func token(presentedBy header: String?) -> AccessToken? {
        let scheme = "Bearer "
        guard let header, header.lowercased().hasPrefix(scheme.lowercased()) else { return nil }
        return token(equalTo: header.dropFirst(scheme.count))
    }

    /// Returns the token that equals a text.
    func token(equalTo text: some StringProtocol) -> AccessToken? {
        last { $0.isEqual(to: text) }
    }

    /// Returns the token of the session that a `Cookie` header contains.
    func token(ofSession header: String?) -> AccessToken? {
        guard let header else { return nil }
        return last { $0.sessions.isNamed(by: header) }
    }

    /// Whether a token is still valid, with the same rights.
    func contains(_ token: AccessToken) -> Bool { last { $0.isSame(as: token) } != nil }

    /// Returns the last token that satisfies a condition, which is evaluated for every token.
    private func last(where condition: (AccessToken) -> Bool) -> AccessToken? {
        tokens.withLock(\.self).filter(condition).last
    }
}
