internal import S3
internal import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

extension S3Destination {
    /// The largest manifest, in bytes; one of 100,000 files has 20 MB.
    private static let largestManifest: Int64 = 64 << 20

    func check(_ name: String, for operation: String) throws(StorageError) {
        _ = try FilePath.Component(visible: name, for: operation)
    }

    func isPublished(_ name: String) throws(StorageError) -> Bool {
        try bucket.info(keys.manifest(name)) != nil
    }

    /// The identity of the package that has a name; `nil` if there is none.
    func committedIdentity(_ name: String) throws(StorageError) -> String? {
        try bucket.content(keys.manifest(name), limit: Self.largestManifest)
            .map { PackageFiles.identity($0.bytes) }
    }

    func taken(_ name: String, _ operation: String) -> StorageError {
        StorageError(operation, location(of: name), EEXIST, kind: .exists)
    }

    func locked(_ name: String, _ operation: String = "reserve name") -> StorageError {
        StorageError(operation, location(of: name), EWOULDBLOCK, kind: .locked)
    }

    func notFound(_ name: String, _ operation: String) -> StorageError {
        StorageError(operation, location(of: name), ENOENT)
    }

    /// Passes each reserved name, and the time of its reservation, to a closure.
    func forEachReservedName(
        _ body: (_ name: String, _ time: Double) throws(StorageError) -> Void
    ) throws(StorageError) {
        try bucket.forEachObject(below: keys.names) { object throws(StorageError) in
            let name = Self.suffix(of: object.key, after: keys.names)
            // Others than visible names are objects of other programs.
            if (try? check(name, for: "list")) != nil { try body(name, object.lastModified) }
            return true
        }
    }

    /// The part of a key after a prefix; keys are compared byte by byte.
    static func suffix(of key: String, after prefix: String) -> String {
        String(decoding: key.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
    }
}
