/// The settings of a bucket, or of a prefix of it, as a file has them; `nil` is the value of the standard chain, or the default.
package struct BucketConfiguration: Hashable, Sendable {
    package var endpoint: S3Endpoint?
    package var region: String?
    package var addressing: BucketSettings.Addressing?
    /// A profile of the shared files, from which the credentials come.
    package var profile: String?
    /// The ARN of a role that the credentials assume.
    package var role: String?
    package var encryption: BucketSettings.Encryption?
    package var storageClass: String?
    /// A canned ACL.
    package var acl: String?
    /// At most ten.
    package var tags: [String: String] = [:]
    /// The id of the account that must own the bucket.
    package var expectedOwner: String?
    package var isRequesterPays = false
    /// Whether the server honors `If-None-Match` and `If-Match` of writes.
    package var hasConditionalWrites = true
    /// Whether requests may be sent without TLS to hosts other than this one.
    package var allowsHTTP = false

    package init() {}

    /// Returns the settings of the client, with what the file does not have from the standard chain.
    ///
    /// - Throws: `S3Error` if the shared files cannot be read, or if the chain's endpoint is no URL.
    package func settings(over chain: StandardChain) throws(S3Error) -> BucketSettings {
        var settings = BucketSettings(
            endpoint: endpoint, encryption: encryption, storageClass: storageClass, acl: acl,
            tags: tags, expectedOwner: expectedOwner, requesterPays: isRequesterPays,
            sendsConditions: hasConditionalWrites)
        if settings.endpoint == nil, let text = try chain.endpoint(profile: profile) {
            do throws(S3Error) {
                settings.endpoint = try S3Endpoint(text)
            } catch {
                throw S3Error(
                    error.code, error.subject,
                    "the endpoint (AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL or the profile's) \(error.message)",
                    advice: error.advice)
            }
        }
        var region = region
        if region == nil { region = try chain.region(profile: profile) }
        if let region { settings.region = region }
        settings.addressing = addressing
        if addressing == nil, let style = try chain.addressingStyle(profile: profile) {
            settings.addressing = Self.addressing[style]
        }
        return settings
    }

    /// The forms of addresses by their names in files; `auto` of the AWS tools is the default.
    static let addressing: [String: BucketSettings.Addressing] = [
        "path": .path, "virtual": .virtualHosted,
    ]
}
