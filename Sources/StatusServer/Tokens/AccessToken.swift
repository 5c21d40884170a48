public import JobQueue

/// The token of clients, with its rights.
public struct AccessToken: Sendable, CustomStringConvertible {
    /// The shortest token, in bytes; chosen so that clients cannot guess it.
    public static let minLength = 16

    private let secret: String
    let role: Role
    /// The tenant whose jobs the clients may access; `nil` for all.
    let tenant: String?
    /// The token's line in its file, from 1; `nil` for one without a file.
    let line: Int?
    /// The sessions of browsers that have presented the token.
    let sessions: Sessions

    init(secret: String, role: Role = .operate, tenant: String? = nil, line: Int? = nil) {
        self.secret = secret
        self.role = role
        self.tenant = tenant
        self.line = line
        sessions = Sessions(of: secret)
    }

    /// Creates a token with all rights.
    ///
    /// - Throws: `QueueError` with `BAD_REQUEST` if it is too short.
    public static func unrestricted(_ secret: String, name: String) throws(QueueError) -> Self {
        guard secret.utf8.count >= minLength else { throw tooShort(name) }
        return AccessToken(secret: secret)
    }

    /// Whether the token equals a text, compared in constant time.
    func isEqual(to text: some StringProtocol) -> Bool {
        let (presented, expected) = (Array(text.utf8), Array(secret.utf8))
        guard presented.count == expected.count else { return false }
        return zip(presented, expected).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// Whether the token has the same text and rights as another.
    func isSame(as other: AccessToken) -> Bool {
        isEqual(to: other.secret) && role == other.role && tenant == other.tenant
    }

    /// The rights, without the text, which must not reach a log.
    public var description: String { "\(role)\(tenant.map { ":\($0)" } ?? "")" }

    static func tooShort(_ name: String) -> QueueError {
        QueueError(
            .badRequest, name, "the token has fewer than \(minLength) characters",
            advice: "create one with openssl rand -hex 32")
    }
}
