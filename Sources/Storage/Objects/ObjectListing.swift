internal import S3

/// The objects below a prefix, in the order of their keys; memory has one page of them at a time.
package struct ObjectListing {
    /// One object.
    package struct Entry: Hashable, Sendable {
        package let location: Location
        /// The size, in bytes.
        package let size: Int64
        /// The time of the last change, in seconds since 1970.
        package let modified: Double
        /// A text that differs after each change; `nil` if the listing has none.
        package let validator: String?
    }

    /// The prefix, with a slash at its end unless it is a whole bucket.
    package let prefix: Location
    private let folder: S3Location
    private var listing: S3Listing<ListedObject>

    init(_ client: S3Client, below folder: S3Location, after key: String?) {
        prefix = Location(.object(folder))
        self.folder = folder
        listing = client.objects(prefix: folder.key, after: key)
    }

    /// Returns the next object; `nil` at the end.
    ///
    /// Objects that stand for folders are left out.
    package mutating func next() throws(StorageError) -> Entry? {
        do {
            while let object = try listing.next() {
                guard !object.key.hasSuffix("/") else { continue }
                let location = try S3Location(bucket: folder.bucket, key: object.key)
                return Entry(
                    location: Location(.object(location)), size: object.size,
                    modified: object.lastModified, validator: object.etag)
            }
            return nil
        } catch {
            throw StorageError(error, prefix, for: "list prefix")
        }
    }
}
