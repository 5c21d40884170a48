internal import S3

/// The objects below a prefix, in the order of their keys; memory has one page of them at a time.
package struct ObjectListing: Sendable {
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
    /// The number of objects so far whose key has a control character, which no location has.
    package private(set) var unnamedCount = 0
    /// The time of the first page by the server's clock, in seconds since 1970; `nil` before it, or if the server sent none.
    package var startTime: Double? { listing.startTime }

    init(_ client: S3Client, below folder: S3Location, after key: String?) {
        prefix = Location(.object(folder))
        self.folder = folder
        listing = client.objects(prefix: folder.key, after: key)
    }

    /// Returns the next object; `nil` at the end.
    ///
    /// Objects that stand for folders are left out, and so are those that no location names.
    package mutating func next() throws(StorageError) -> Entry? {
        do {
            while let object = try listing.next() {
                guard !object.key.hasSuffix("/") else { continue }
                guard let named = try? S3Location(bucket: folder.bucket, key: object.key) else {
                    unnamedCount += 1
                    continue
                }
                return Entry(
                    location: Location(.object(named)), size: object.size,
                    modified: object.lastModified, validator: object.etag)
            }
            return nil
        } catch {
            throw StorageError(error, prefix, for: "list prefix")
        }
    }
}
