/// The token that authenticates clients, which is required unless the server listens on loopback only.
public struct BearerToken: Sendable {
    private let secret: String
    /// The sessions of browsers that have presented the token.
    let sessions: Sessions

    public init(secret: String) {
        self.secret = secret
        sessions = Sessions(of: secret)
    }

    /// Whether an `Authorization` header contains the token.
    func isPresented(by header: String?) -> Bool {
        let scheme = "Bearer "
        guard let header, header.lowercased().hasPrefix(scheme.lowercased()) else { return false }
        return isEqual(to: header.dropFirst(scheme.count))
    }

    /// Whether the token equals a text, compared in constant time.
    func isEqual(to text: some StringProtocol) -> Bool {
        let (presented, expected) = (Array(text.utf8), Array(secret.utf8))
        guard presented.count == expected.count else { return false }
        return zip(presented, expected).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
