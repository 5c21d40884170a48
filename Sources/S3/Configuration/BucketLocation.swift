/// The header of a section: `s3://BUCKET`, or `s3://BUCKET/PREFIX`.
struct BucketLocation: Hashable, Sendable {
    let bucket: String
    /// The beginning of keys, without a slash at its end; empty for all keys.
    let prefix: String

    /// Reads a header; `nil` for another form.
    init?(_ text: String) {
        let scheme = "s3://"
        guard text.hasPrefix(scheme) else { return nil }
        let parts = text.dropFirst(scheme.count).split(
            separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let bucket = parts.first, Self.isBucket(bucket) else { return nil }
        self.bucket = String(bucket)
        let prefix = parts.count == 2 ? parts[1] : ""
        self.prefix = String(prefix.hasSuffix("/") ? prefix.dropLast() : prefix)
    }

    /// Whether settings for this location apply to a key: the prefix ends where the key ends, or at a slash of it.
    ///
    /// Keys are compared as bytes: those that Unicode considers equal are different objects.
    func contains(_ key: String, of bucket: String) -> Bool {
        guard bucket == self.bucket else { return false }
        guard !prefix.isEmpty else { return true }
        guard key.utf8.starts(with: prefix.utf8) else { return false }
        let rest = key.utf8.dropFirst(prefix.utf8.count)
        return rest.isEmpty || rest.first == UInt8(ascii: "/")
    }

    /// Whether a name can be that of a bucket; servers other than AWS accept longer names, capitals and underscores.
    private static func isBucket(_ name: Substring) -> Bool {
        (1...255).contains(name.utf8.count)
            && name.unicodeScalars.allSatisfy {
                switch $0 {
                case "a"..."z", "A"..."Z", "0"..."9", ".", "-", "_": true
                default: false
                }
            }
    }
}
