/// The settings of a bucket, or of a prefix of a bucket.
package struct BucketSettings: Sendable, Hashable {
    /// The position of the bucket's name in URLs.
    package enum Addressing: String, Sendable, Hashable, CaseIterable {
        /// In the path: `https://host/bucket/key`.
        case path
        /// In the host: `https://bucket.host/key`.
        case virtualHosted = "virtual-hosted"
    }

    /// The encryption by the server that writes request.
    package enum Encryption: Sendable, Hashable {
        /// SSE-S3, with a key of the server.
        case s3
        /// SSE-KMS, with the key of this id; `nil` for the bucket's default key.
        case kms(key: String?)
    }

    /// The server; `nil` for Amazon S3 in `region`.
    package var endpoint: S3Endpoint?
    /// The region in signatures: `eu-central-1`; `auto` for Cloudflare R2.
    package var region: String
    /// The addressing; `nil` for virtual-hosted addressing at Amazon S3, and path-style addressing elsewhere.
    package var addressing: Addressing?
    /// The encryption of written objects; `nil` for the bucket's default.
    package var encryption: Encryption?
    /// The storage class of written objects, such as `STANDARD_IA`; `nil` for the bucket's default.
    package var storageClass: String?
    /// The canned ACL of written objects, such as `bucket-owner-full-control`; `nil` for none.
    package var acl: String?
    /// The tags of written objects.
    package var tags: [String: String]
    /// The id of the account that must own the bucket; `nil` if any may.
    package var expectedOwner: String?
    /// Whether this account pays for requests to a bucket of another account.
    package var requesterPays: Bool
    /// Whether writes send conditions; `false` for servers that ignore them, where the client checks before it writes.
    package var sendsConditions: Bool

    package init(
        endpoint: S3Endpoint? = nil, region: String = "us-east-1", addressing: Addressing? = nil,
        encryption: Encryption? = nil, storageClass: String? = nil, acl: String? = nil,
        tags: [String: String] = [:], expectedOwner: String? = nil, requesterPays: Bool = false,
        sendsConditions: Bool = true
    ) {
        self.endpoint = endpoint
        self.region = region
        self.addressing = addressing
        self.encryption = encryption
        self.storageClass = storageClass
        self.acl = acl
        self.tags = tags
        self.expectedOwner = expectedOwner
        self.requesterPays = requesterPays
        self.sendsConditions = sendsConditions
    }
}
