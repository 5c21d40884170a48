/// The properties of an object.
package struct ObjectInfo: Sendable, Hashable {
    /// The size, in bytes.
    package var size: Int64
    /// The ETag with its quotes, which is not the content's MD5; `nil` if the server sent none.
    package var etag: String?
    /// The version; `nil` without versions.
    package var version: String?
    /// The time of the write, as the server sent it.
    package var lastModified: String?
    /// The storage class; `nil` for the standard one.
    package var storageClass: String?
    /// Whether the object must be restored before it can be read.
    package var isArchived = false
    /// The SHA-256 of the content in Base64; `nil` if the server has none.
    package var sha256: String?

    /// The time of the write by the server's clock, in seconds since 1970; `nil` if the server sent none.
    package var modificationTime: Double? {
        lastModified.flatMap { HTTPDate($0)?.seconds }
    }
}

/// The identity of an object's content, which every read demands.
package enum ObjectPin: Sendable, Hashable {
    /// An ETag with its quotes.
    case etag(String)
    case version(String)
}

/// The condition of a write.
package enum WriteCondition: Sendable, Hashable {
    case none
    /// The key does not exist.
    case ifAbsent
    /// The object has this ETag, with its quotes.
    case ifMatch(String)
}

/// The outcome of a write.
package enum WriteOutcome: Sendable, Hashable {
    /// The object is written, and its size confirmed.
    case written(ObjectInfo)
    /// The condition does not hold; nothing was written.
    case conditionFailed
}

/// The headers of a written object that readers receive.
package struct ObjectHeaders: Sendable, Hashable {
    package var contentType: String
    package var cacheControl: String?
    package var contentDisposition: String?

    package init(
        contentType: String = "application/octet-stream", cacheControl: String? = nil,
        contentDisposition: String? = nil
    ) {
        self.contentType = contentType
        self.cacheControl = cacheControl
        self.contentDisposition = contentDisposition
    }
}

/// An object of a listing.
package struct ListedObject: Sendable, Hashable {
    package var key: String
    package var size: Int64
    package var etag: String?
    /// The time of the write, in seconds since 1970.
    package var lastModified: Double
    package var storageClass: String?
}

/// An entry of a listing of one level, as of a folder.
package enum ListedEntry: Sendable, Hashable {
    case object(ListedObject)
    /// The beginning of the keys of other objects, up to a slash, which it includes.
    case prefix(String)
}

/// A version of an object, or a delete marker.
package struct ListedVersion: Sendable, Hashable {
    package var key: String
    package var version: String
    package var isLatest: Bool
    package var isDeleteMarker: Bool
    package var size: Int64
    package var lastModified: Double
}

/// A multipart upload that is neither complete nor aborted.
package struct ListedUpload: Sendable, Hashable {
    package var key: String
    package var id: String
    /// The time of its start, in seconds since 1970.
    package var initiated: Double
}
