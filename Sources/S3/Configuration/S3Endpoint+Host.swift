extension S3Endpoint {
    /// The host without its port; an address of version 6 has its brackets.
    var host: String {
        guard let colon = authority.lastIndex(of: ":"),
            authority[colon...].allSatisfy({ $0 != "]" })
        else { return authority }
        return String(authority[..<colon])
    }
}
