/// The token that a client must show where the server listens for others than this machine.
struct BearerToken: Sendable {
    let secret: String

    /// Whether an `Authorization` header shows it; takes equally long whichever byte differs.
    func isShown(by header: String?) -> Bool {
        let scheme = "Bearer "
        guard let header, header.lowercased().hasPrefix(scheme.lowercased()) else { return false }
        let (shown, expected) = (
            Array(header.utf8.dropFirst(scheme.utf8.count)), Array(secret.utf8)
        )
        guard shown.count == expected.count else { return false }
        return zip(shown, expected).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
