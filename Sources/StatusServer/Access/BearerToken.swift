/// The token that a client must show where the server listens for others than this machine.
public struct BearerToken: Sendable {
    private let secret: String
    /// Of browsers that have shown it.
    let sessions: Sessions

    public init(secret: String) {
        self.secret = secret
        sessions = Sessions(of: secret)
    }

    /// Whether an `Authorization` header shows it.
    func isShown(by header: String?) -> Bool {
        let scheme = "Bearer "
        guard let header, header.lowercased().hasPrefix(scheme.lowercased()) else { return false }
        return isEqual(to: header.dropFirst(scheme.count))
    }

    /// Whether it is this text; takes equally long whichever byte differs.
    func isEqual(to text: some StringProtocol) -> Bool {
        let (shown, expected) = (Array(text.utf8), Array(secret.utf8))
        guard shown.count == expected.count else { return false }
        return zip(shown, expected).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
