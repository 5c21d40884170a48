/// The server of a bucket: scheme, host and port, without a path.
package struct S3Endpoint: Sendable, Hashable, CustomStringConvertible {
    /// Whether connections use TLS.
    package let isSecure: Bool
    /// The host in lower case, and the port unless it is the scheme's own: `127.0.0.1:9200`.
    package let authority: String

    /// Parses `https://HOST[:PORT]` or `http://HOST[:PORT]`.
    ///
    /// - Throws: `S3Error` with `S3_ENDPOINT`.
    package init(_ text: String) throws(S3Error) {
        let lowered = text.lowercased()
        let isSecure = lowered.hasPrefix("https://")
        guard isSecure || lowered.hasPrefix("http://") else {
            throw Self.error("does not begin with http:// or https://")
        }
        var authority = lowered.dropFirst(isSecure ? 8 : 7)
        if authority.hasSuffix("/") { authority.removeLast() }
        let port = authority.lastIndex(of: ":").map { authority[$0...].dropFirst() }
        let hasPort = port.map { !$0.contains("]") } ?? false
        let host = hasPort ? authority.dropLast((port?.count ?? 0) + 1) : authority
        guard !host.isEmpty, host.utf8.allSatisfy(Self.isInHost) else {
            throw Self.error("has no valid host, or has a user, a path or a query")
        }
        guard !hasPort || port.flatMap({ UInt16($0) }).map({ $0 > 0 }) ?? false else {
            throw Self.error("has no valid port")
        }
        self.isSecure = isSecure
        let isOwn = hasPort && port == (isSecure ? "443" : "80")
        self.authority = String(isOwn ? host : authority)
    }

    /// Creates the endpoint of Amazon S3 in a region.
    init(region: String) {
        isSecure = true
        authority = "s3.\(region).amazonaws.com" + (region.hasPrefix("cn-") ? ".cn" : "")
    }

    package var description: String { (isSecure ? "https://" : "http://") + authority }

    /// Letters, digits, `-`, `.`, `_`, and the brackets and colons of IPv6 addresses.
    private static func isInHost(_ byte: UInt8) -> Bool {
        let character = Character(UnicodeScalar(byte))
        return character.isASCII
            && (character.isLetter || character.isNumber || "-._[]:".contains(character))
    }

    private static func error(_ message: String) -> S3Error {
        S3Error(
            .endpoint, "the endpoint", message, advice: "write https://HOST or https://HOST:PORT")
    }
}
