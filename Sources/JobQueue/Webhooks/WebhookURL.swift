/// An address that may be told of a job's events: `http` or `https`, without a password, of a bounded length.
public struct WebhookURL: Sendable, Hashable, CustomStringConvertible {
    /// Bytes.
    public static let longest = 2048

    public let text: String
    /// Lower case; of an IPv6 address without its brackets.
    public let host: String

    /// Reads one as a client gives it.
    ///
    /// Names are not resolved: what they lead to may change, so each delivery looks at the address that it connects to.
    ///
    /// - Parameters:
    ///   - text: What the client gave.
    ///   - allowsPrivate: Whether addresses outside of the public internet will do.
    /// - Throws: `QueueError` with `BAD_REQUEST`.
    public init(_ text: String, allowsPrivate: Bool) throws(QueueError) {
        guard text.utf8.count <= Self.longest else {
            throw Self.refusal("is longer than \(Self.longest) bytes")
        }
        // Where readers of URLs disagree, one that checks sees another host than one that connects.
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\\") }) else {
            throw Self.refusal("has a space, a backslash or a character beyond ASCII")
        }
        guard let separator = text.firstRange(of: "://"),
            ["http", "https"].contains(text[..<separator.lowerBound].lowercased())
        else { throw Self.refusal("does not begin with http:// or https://") }
        let authority = text[separator.upperBound...].prefix { !"/?#".contains($0) }
        guard !text.contains("#") else { throw Self.refusal("has a fragment") }
        guard !authority.contains("@") else { throw Self.refusal("has a user or a password") }
        let host = try Self.host(authority)
        guard allowsPrivate || Self.mayBePublic(host) else {
            throw Self.refusal(
                "leads to this machine or its private network",
                advice:
                    "give one of a public host, or --allow-private-webhooks, which the worker needs too"
            )
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
                throw refusal("has no IPv6 address between its brackets")
            }
        } else {
            host = authority.prefix { $0 != ":" }
            rest = authority[host.endIndex...]
            guard !host.isEmpty, host.utf8.allSatisfy(isOfName) else {
                throw refusal("has no valid host")
            }
        }
        guard rest.isEmpty || rest.hasPrefix(":") && isPort(rest.dropFirst()) else {
            throw refusal("has no valid port")
        }
        return host
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
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
        // RFC 6761, 6.3: every name under it is loopback.
        return !["localhost", "localhost."].contains { name == $0 || name.hasSuffix("." + $0) }
    }

    private static func refusal(
        _ reason: String, advice: String = "give an http or https address of a public host"
    ) -> QueueError {
        QueueError(.badRequest, "webhook", "the address \(reason)", advice: advice)
    }
}
