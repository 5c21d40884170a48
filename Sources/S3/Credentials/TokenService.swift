internal import Foundation

/// Requests temporary credentials of roles (AWS Security Token Service, API version 2011-06-15).
struct TokenService: Sendable {
    /// The duration of the request, in seconds; chosen because the service is remote, and a refresh may wait.
    static let timeout = 10.0

    /// A role with what its request needs.
    struct RoleRequest: Sendable {
        let role: String
        /// The name of the session, which AWS logs; `nil` for one of this program.
        var session: String?
        var externalID: String?
        /// The lifetime of the credentials, in seconds; `nil` for the service's own.
        var duration: Int?
        /// The region of a profile; that of the environment prevails.
        var region: String?
        /// The service's URL in a profile; that of the environment prevails.
        var endpoint: String?
        /// The source in errors.
        let source: String
    }

    let environment: ProcessVariables
    let fetcher: any MetadataFetcher
    let signer: any TokenRequestSigner
    let now: @Sendable () -> Double

    /// Requests credentials of a role for a token of the platform; the request needs no signature.
    func assume(
        _ request: RoleRequest, webIdentity token: Secret
    ) throws(CredentialsError) -> Credentials {
        let form =
            form("AssumeRoleWithWebIdentity", request) + [("WebIdentityToken", token.reveal())]
        return try send(FormText.encoded(form), for: request, signedWith: nil)
    }

    /// Requests credentials of a role with other credentials.
    func assume(
        _ request: RoleRequest, with credentials: Credentials
    ) throws(CredentialsError) -> Credentials {
        var form = form("AssumeRole", request)
        if let id = request.externalID { form.append(("ExternalId", id)) }
        return try send(FormText.encoded(form), for: request, signedWith: credentials)
    }

    private func form(_ action: String, _ request: RoleRequest) -> [(name: String, value: String)] {
        let session = request.session ?? "vtranscode-\(Int(now()))"
        let form = [
            ("Action", action), ("Version", "2011-06-15"), ("RoleArn", request.role),
            ("RoleSessionName", session),
        ]
        return form + (request.duration.map { [("DurationSeconds", "\($0)")] } ?? [])
    }

    private func send(
        _ form: String, for request: RoleRequest, signedWith credentials: Credentials?
    ) throws(CredentialsError) -> Credentials {
        let region =
            environment["AWS_REGION"] ?? environment["AWS_DEFAULT_REGION"] ?? request.region
        let url = try url(for: request, region: region)
        var message = MetadataRequest(
            method: .post, url: url, form: Secret(form), timeout: Self.timeout)
        message.headers = [("Content-Type", Secret("application/x-www-form-urlencoded"))]
        if let credentials {
            message.headers += try signer.headers(
                for: message, with: credentials, region: region ?? "us-east-1", at: now())
        }
        let body = try fetcher.body(of: message, for: request.source).reveal()
        let root = ResponseReader.parse(Array(body.utf8))
        let values = ["AccessKeyId", "SecretAccessKey", "SessionToken", "Expiration"].map {
            root?.firstText(of: $0)
        }
        guard let key = values[0], let secret = values[1], let token = values[2],
            let expiration = values[3], ![key, secret, token].contains("")
        else {
            throw CredentialsError(
                request.source, "the response of the token service lacks a part of the credentials")
        }
        guard let expiry = ServiceTime.seconds(expiration) else {
            throw CredentialsError(
                request.source, "the expiration in the response of the token service is not a time")
        }
        return Credentials(
            accessKey: key, secretKey: secret, sessionToken: token, expiration: expiry)
    }

    /// The service's URL; the default is that of the region, or the global one without a region.
    private func url(
        for request: RoleRequest, region: String?
    ) throws(CredentialsError) -> String {
        let configured =
            environment["AWS_ENDPOINT_URL_STS"] ?? environment["AWS_ENDPOINT_URL"]
            ?? request.endpoint
        if let configured {
            guard let url = URLComponents(string: configured, encodingInvalidCharacters: false),
                ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false,
                url.user == nil, url.query == nil
            else {
                throw CredentialsError(request.source, "the token service's endpoint is not a URL")
            }
            return url.path.isEmpty ? configured + "/" : configured
        }
        guard let region else { return "https://sts.amazonaws.com/" }
        guard !region.isEmpty,
            region.unicodeScalars.allSatisfy({ FormText.isUnreserved($0) && $0 != "." })
        else { throw CredentialsError(request.source, "the region is not a name") }
        let domain = region.hasPrefix("cn-") ? "amazonaws.com.cn" : "amazonaws.com"
        return "https://sts.\(region).\(domain)/"
    }
}
