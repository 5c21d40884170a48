internal import Crypto
internal import Foundation
internal import MediaUnits
internal import Transport

/// Signs requests to the token service with Signature Version 4.
struct TokenSigner: TokenRequestSigner {
    func headers(
        for request: MetadataRequest, with credentials: Credentials, region: String, at time: Double
    ) throws(CredentialsError) -> [(name: String, value: Secret)] {
        guard let url = URLComponents(string: request.url), let host = url.encodedHost else {
            throw CredentialsError("token service", "its endpoint is not a URL")
        }
        let body = Data((request.form?.reveal() ?? "").utf8)
        let signed = Signer(credentials: credentials, region: region, service: "sts").headers(
            for: Signer.Request(
                method: request.method.rawValue,
                host: url.port.map { "\(host):\($0)" } ?? host, path: url.percentEncodedPath,
                headers: request.headers.map { HTTPHeader($0.name, $0.value.reveal()) },
                payloadHash: SHA256.hash(data: body).hexadecimal),
            at: time)
        return signed.map { ($0.name, Secret($0.value)) }
    }
}
