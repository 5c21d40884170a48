/// An access key, which signs requests; its description has no secret.
package struct Credentials: Sendable, Hashable, CustomStringConvertible,
    CustomDebugStringConvertible, CustomReflectable
{
    /// The id of the key, which requests show.
    package let accessKey: String
    /// The secret, which never leaves this process.
    package let secretKey: String
    /// The token of temporary credentials; `nil` for permanent ones.
    package let sessionToken: String?
    /// The time when they expire, in seconds since 1970; `nil` if they do not.
    package let expiration: Double?

    package init(
        accessKey: String, secretKey: String, sessionToken: String? = nil,
        expiration: Double? = nil
    ) {
        self.accessKey = accessKey
        self.secretKey = secretKey
        self.sessionToken = sessionToken
        self.expiration = expiration
    }

    package var description: String { "credentials" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
