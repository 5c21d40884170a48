internal import Foundation

/// The JSON in which container and instance metadata services return credentials.
struct ServedCredentials: Decodable {
    /// Of instance metadata only: `Success`, or the reason why there are none.
    let code: String?
    let accessKey: String?
    let secretKey: String?
    let token: String?
    let expiration: String?

    private enum CodingKeys: String, CodingKey {
        case code = "Code"
        case accessKey = "AccessKeyId"
        case secretKey = "SecretAccessKey"
        case token = "Token"
        case expiration = "Expiration"
    }

    /// Reads the body of a response.
    ///
    /// - Throws: Unless all values are there; the text of the body is not shown.
    static func credentials(
        in body: Secret, of source: String
    ) throws(CredentialsError) -> Credentials {
        guard let served = try? JSONDecoder().decode(Self.self, from: Data(body.reveal().utf8))
        else { throw CredentialsError(source, "the response is not the expected JSON") }
        guard served.code.map({ $0 == "Success" }) ?? true else {
            throw CredentialsError(source, "the service has no credentials for the role")
        }
        guard let key = served.accessKey, !key.isEmpty, let secret = served.secretKey,
            !secret.isEmpty, let token = served.token, let expiration = served.expiration
        else { throw CredentialsError(source, "the response lacks a part of the credentials") }
        guard let expiry = ServiceTime.seconds(expiration) else {
            throw CredentialsError(source, "the expiration in the response is not a time")
        }
        return Credentials(
            accessKey: key, secretKey: secret, sessionToken: token, expiration: expiry)
    }
}
