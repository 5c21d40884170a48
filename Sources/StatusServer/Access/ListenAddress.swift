public import JobQueue
internal import Transport

/// The address at which the server listens: `HOST:PORT`, `[IPV6]:PORT`, or `PORT` on loopback.
public struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
    public let host: String
    public let port: Int

    /// Parses an address.
    ///
    /// - Throws: `QueueError` with `BAD_REQUEST`.
    public init(_ text: String) throws(QueueError) {
        let colon = text.lastIndex(of: ":")
        let portText = colon.map { text[text.index(after: $0)...] } ?? text[...]
        var host = colon.map { text[..<$0] } ?? "127.0.0.1"
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        if isBracketed { host = host.dropFirst().dropLast() }
        let isAddress = InternetAddress(host: host) != nil
        guard let port = UInt16(portText), portText.allSatisfy(\.isNumber), !host.isEmpty,
            isBracketed == host.contains(":"), isAddress || !isBracketed
        else {
            throw QueueError(
                .badRequest, text, "it is not an address to listen at",
                advice: "write HOST:PORT, [IPV6]:PORT, or PORT")
        }
        self.host = String(host)
        self.port = Int(port)
    }

    /// Whether only processes of this host can connect.
    public var isLoopback: Bool { Self.isLoopback(host[...]) }

    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    static func isLoopback(_ host: Substring) -> Bool {
        if let address = InternetAddress(host: host) {
            return address.bytes.count == 4
                ? address.bytes[0] == 127
                : address.bytes.last == 1 && address.bytes.dropLast().allSatisfy { $0 == 0 }
        }
        return host.lowercased() == "localhost"
    }
}
