internal import Transport

/// The URL of a webhook: `http` or `https`, without a password, of a bounded length.
public struct WebhookURL: Sendable, Hashable, CustomStringConvertible {
    /// The longest URL, in bytes.
    public static let maxLength = 2048

    public let text: String
    /// The host in lower case; an IPv6 address without its brackets.
    public let host: String

    /// Parses a URL from a client.
    ///
    /// Names are not resolved, because their addresses may change: each delivery checks the address that it connects to.
    ///
    /// - Parameters:
    ///   - text: The URL.
    ///   - allowsPrivate: Whether hosts outside of the public internet are allowed.
    /// - Throws: `QueueError` with `BAD_REQUEST`.
    public init(_ text: String, allowsPrivate: Bool) throws(QueueError) {
        guard text.utf8.count <= Self.maxLength else {
            throw Self.error("is longer than \(Self.maxLength) bytes")
        }
        // Parsers disagree about these characters: a check might see another host than the connection.
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\\") }) else {
            throw Self.error("has a space, a backslash or a character beyond ASCII")
        }
        guard let separator = text.firstRange(of: "://"),
            ["http", "https"].contains(text[..<separator.lowerBound].lowercased())
        else { throw Self.error("does not begin with http:// or https://") }
        let authority = text[separator.upperBound...].prefix { !"/?#".contains($0) }
        guard !text.contains("#") else { throw Self.error("has a fragment") }
        guard !authority.contains("@") else { throw Self.error("has a user or a password") }
        let host = try Self.host(authority)
        guard allowsPrivate || Self.mayBePublic(host) else {
            throw Self.error(
                "leads to this host or its private network",
                advice: "use a public host, or allow private webhooks for client and worker",
                condition: .privateWebhook)
        }
        self.text = text
        self.host = host.lowercased()
    }

    public var description: String { text }

    /// The host, without the brackets around an IPv6 address.
    private static func host(_ authority: Substring) throws(QueueError) -> Substring {
        let host: Substring
        let rest: Substring
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            host = authority[..<end].dropFirst()
            rest = authority[end...].dropFirst()
            guard InternetAddress(host: host) != nil, host.contains(":") else {
                throw error("has no IPv6 address between its brackets")
            }
        } else {
            host = authority.prefix { $0 != ":" }
            rest = authority[host.endIndex...]
            guard !host.isEmpty, host.utf8.allSatisfy(isInName) else {
                throw error("has no valid host")
            }
        }
        guard rest.isEmpty || rest.hasPrefix(":") && isPort(rest.dropFirst()) else {
            throw error("has no valid port")
        }
        return host
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func isPort(_ text: Substring) -> Bool {
        guard text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
            let port = UInt16(text)
        else { return false }
        return port > 0
    }

    private static func mayBePublic(_ host: Substring) -> Bool {
        if let address = InternetAddress(host: host) { return address.isPublic }
        let name = host.lowercased()
        // Every name below localhost is loopback (RFC 6761, 6.3).
        return !["localhost", "localhost."].contains { name == $0 || name.hasSuffix("." + $0) }
    }

    private static func error(
        _ message: String, advice: String = "use an http or https URL of a public host",
        condition: QueueError.Condition? = nil
    ) -> QueueError {
        QueueError(
            .badRequest, "webhook", "the URL \(message)", advice: advice, condition: condition)
    }
}
