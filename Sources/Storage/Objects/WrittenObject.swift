internal import S3
internal import SystemPackage
internal import Transport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// An object of a bucket that a command writes as a whole.
package struct WrittenObject: Sendable {
    let bucket: ObjectBucket
    let key: String

    package var location: Location { bucket.location(key) }

    package func exists() throws(StorageError) -> Bool { try bucket.info(key) != nil }

    /// Writes the content of a file; readers see the old object or the new one.
    ///
    /// - Parameters:
    ///   - file: The file, which stays open until the call returns.
    ///   - replaces: Whether an existing object is replaced.
    /// - Throws: `.exists` if there is an object that must not be replaced.
    package func write(_ file: RegularFile, replaces: Bool) throws(StorageError) {
        let outcome = try withExtendedLifetime(file) { () throws(StorageError) in
            try bucket.put(
                .file(descriptor: file.descriptor, range: 0..<file.size), key,
                ObjectHeaders(
                    contentType: ObjectHeaders.contentType(
                        of: FilePath(forMessage: location.fileName))),
                replaces ? .none : .ifAbsent)
        }
        guard outcome == .conditionFailed else { return }
        throw StorageError("write", location, EEXIST, kind: .exists)
    }
}
