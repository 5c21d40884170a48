internal import S3

extension S3Location {
    /// Whether a location is this prefix or below it, in the same bucket.
    func isBelow(_ root: S3Location) -> Bool {
        bucket == root.bucket && key.utf8.starts(with: root.folderKey.utf8)
    }

    /// The key of a prefix with a slash at its end; empty for the bucket.
    var folderKey: String { key.isEmpty || key.hasSuffix("/") ? key : key + "/" }

    /// The location of a key below this prefix; a slash is between them unless the prefix is empty or ends with one.
    func entry(_ name: String) -> S3Location {
        let isFolder = key.isEmpty || key.utf8.last == UInt8(ascii: "/")
        return (try? appending(isFolder ? name : "/" + name)) ?? self
    }
}
