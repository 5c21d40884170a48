internal import Foundation

/// Hosts of URLs that are this host.
enum LoopbackHost {
    /// Whether a host of a URL is `localhost` or a loopback address (RFC 6890); an address of version 6 may have its brackets.
    static func isLoopback(_ host: String) -> Bool {
        let host = withoutBrackets(host)
        if host == "::1" || host == "localhost" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    static func withoutBrackets(_ host: String) -> String {
        host.trimmingCharacters(in: CharacterSet(charactersIn: "[]")).lowercased()
    }
}
