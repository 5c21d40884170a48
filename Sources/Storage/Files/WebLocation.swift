internal import Crypto
internal import Foundation
internal import MediaUnits
internal import Transport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The URL of a file on a web server, whose query may be a secret.
package struct WebLocation: Hashable, Sendable, CustomStringConvertible {
    /// The URL with its query.
    package let text: String

    /// Checks a URL.
    ///
    /// - Throws: Kind `.invalidURL` for a URL with a user, or without a host.
    package init(_ text: String) throws(StorageError) {
        guard let url = URLReference(text), !text.utf8.contains(0) else {
            throw Self.error(text, "it is no URL of a web server")
        }
        guard !url.hasUser else { throw Self.error(text, "it has a user or a password") }
        self.text = text
    }

    /// The URL without its query and its fragment.
    package var description: String { Self.withoutQuery(text) }

    /// Whether the URL has a query or a fragment.
    package var hasQuery: Bool { text != description }

    /// The query and the fragment, with the character before them; empty without both.
    package var query: String { String(text.dropFirst(description.count)) }

    /// Whether requests are sent over TLS.
    package var isSecure: Bool { text.hasPrefix("https://") }

    /// The scheme, host and port.
    package var origin: String { URLReference(text)?.origin ?? "" }

    /// The name or address of the host, in lower case.
    package var host: String { URLReference(text)?.host ?? "" }

    /// Returns the URL of a reference, such as a URI of a playlist with this URL; `nil` unless a web server has it.
    package func resolving(_ reference: String) -> WebLocation? {
        guard let url = URLReference(reference, base: text), ["http", "https"].contains(url.scheme)
        else { return nil }
        return try? WebLocation(url.text)
    }

    /// The last part of the path, decoded.
    package var fileName: String {
        let path = description.split(separator: "/", omittingEmptySubsequences: false).dropFirst(3)
        let name = path.last.map(String.init) ?? ""
        return name.removingPercentEncoding ?? name
    }

    private static func withoutQuery(_ text: String) -> String {
        String(text.prefix { $0 != "?" && $0 != "#" })
    }

    /// Returns the text of a URL, which need not be valid, without what may be a secret: its user part, query and fragment.
    package static func withoutSecrets(_ text: String) -> String {
        let shown = withoutQuery(text)
        guard let scheme = shown.firstRange(of: "://") else { return shown }
        let rest = shown[scheme.upperBound...]
        let authority = rest.prefix { $0 != "/" }
        guard let end = authority.lastIndex(of: "@") else { return shown }
        return String(shown[..<scheme.upperBound] + rest[end...].dropFirst())
    }

    private static func error(_ text: String, _ reason: String) -> StorageError {
        StorageError("check URL", named: withoutSecrets(text), EINVAL, kind: .invalidURL(reason))
    }
}

extension WebLocation {
    /// The parameters that signatures of URLs consist of, in lower case: those of S3, Google, CloudFront and Azure.
    private static let signature: Set = [
        "x-amz-algorithm", "x-amz-credential", "x-amz-date", "x-amz-expires", "x-amz-signature",
        "x-amz-security-token", "x-amz-signedheaders", "x-goog-algorithm", "x-goog-credential",
        "x-goog-date", "x-goog-expires", "x-goog-signature", "x-goog-signedheaders",
        "awsaccesskeyid", "googleaccessid", "signature", "expires", "policy", "key-pair-id", "sig",
        "se", "sp", "sv", "sr", "st", "spr", "skoid", "sktid", "skt", "ske", "sks", "skv",
    ]

    private var parameters: [(name: String, text: Substring)] {
        let query = text.drop { $0 != "?" }.dropFirst().prefix { $0 != "#" }
        return query.split(separator: "&").map { part in
            (String(part.prefix { $0 != "=" }).lowercased(), part)
        }
    }

    /// A text that names the same file at any time: the URL without its query, and the digest of parameters that are no signature.
    ///
    /// Records have this text, and any parameter may be a secret.
    var identity: String {
        let own = parameters.filter { !Self.signature.contains($0.name) }.map(\.text)
        guard !own.isEmpty else { return description }
        let digest = SHA256.hash(data: Data(own.joined(separator: "&").utf8)).hexadecimal
        return "\(description)?sha256:\(digest)"
    }

    /// Whether the URL states a time that is over, in seconds since 1970.
    func isExpired(at now: Double) -> Bool {
        func value(_ name: String) -> String? {
            parameters.first { $0.name == name }.map { String($0.text.dropFirst(name.count + 1)) }
        }
        if let end = value("expires").flatMap({ Double($0) }) { return end < now }
        for vendor in ["x-amz-", "x-goog-"] {
            if let start = value(vendor + "date").flatMap(Self.time),
                let seconds = value(vendor + "expires").flatMap({ Double($0) })
            {
                return start + seconds < now
            }
        }
        if let end = value("se")?.removingPercentEncoding,
            let date = try? Date(end, strategy: .iso8601)
        {
            return date.timeIntervalSince1970 < now
        }
        return false
    }

    /// The seconds since 1970 of a time such as "20261125T120000Z".
    private static func time(_ text: String) -> Double? {
        let strategy = Date.ISO8601FormatStyle(
            dateSeparator: .omitted, dateTimeSeparator: .standard, timeSeparator: .omitted)
        return (try? Date(text, strategy: strategy))?.timeIntervalSince1970
    }
}
