/// Signs requests to the token service (Signature Version 4, service `sts`).
package protocol TokenRequestSigner: Sendable {
    /// Returns the headers that the signature needs; `time` is in seconds since 1970.
    func headers(
        for request: MetadataRequest, with credentials: Credentials, region: String, at time: Double
    ) throws(CredentialsError) -> [(name: String, value: Secret)]
}
