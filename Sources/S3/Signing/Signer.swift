internal import Crypto
internal import Foundation
internal import MediaUnits
internal import Transport

/// Signatures of requests by AWS Signature Version 4.
struct Signer {
    /// The hash of a body that a presigned URL does not determine.
    static let unsignedPayload = "UNSIGNED-PAYLOAD"
    private static let algorithm = "AWS4-HMAC-SHA256"

    let credentials: Credentials
    let region: String
    var service = "s3"

    /// A request as signatures see it.
    struct Request {
        var method: String
        /// The host, and the port unless it is the scheme's own.
        var host: String
        /// The path, encoded.
        var path: String
        /// Names and values, neither encoded nor sorted.
        var query: [(name: String, value: String)] = []
        var headers: [HTTPHeader] = []
        /// The SHA-256 of the body, in hexadecimal.
        var payloadHash: String
    }

    /// The headers that a request needs in addition to its own: time, token and signature.
    ///
    /// - Parameters:
    ///   - request: The request, with all headers that are signed, but `Host`.
    ///   - time: The time of the signature, in seconds since 1970.
    /// - Returns: The headers, the signature last.
    func headers(for request: Request, at time: Double) -> [HTTPHeader] {
        let time = Self.text(of: time)
        var added = [HTTPHeader("x-amz-date", time)]
        if let token = credentials.sessionToken {
            added.append(HTTPHeader("x-amz-security-token", token))
        }
        var signed = request
        signed.headers += added
        let (names, signature) = sign(signed, at: time)
        added.append(
            HTTPHeader(
                "Authorization",
                "\(Self.algorithm) Credential=\(credentials.accessKey)/\(scope(at: time)), "
                    + "SignedHeaders=\(names), Signature=\(signature)"))
        return added
    }

    /// The query of a presigned URL, encoded.
    ///
    /// - Parameters:
    ///   - request: The request; its payload's hash is ignored.
    ///   - expiry: The time for which the URL is valid, in seconds.
    ///   - time: The time of the signature, in seconds since 1970.
    /// - Returns: The query, the signature last.
    func presignedQuery(for request: Request, expiry: Int, at time: Double) -> String {
        let time = Self.text(of: time)
        var signed = request
        signed.payloadHash = Self.unsignedPayload
        signed.query += [
            ("X-Amz-Algorithm", Self.algorithm),
            ("X-Amz-Credential", "\(credentials.accessKey)/\(scope(at: time))"),
            ("X-Amz-Date", time),
            ("X-Amz-Expires", String(expiry)),
            ("X-Amz-SignedHeaders", Self.canonical(signed.headers, host: signed.host).names),
        ]
        if let token = credentials.sessionToken {
            signed.query.append(("X-Amz-Security-Token", token))
        }
        let signature = sign(signed, at: time).signature
        return Self.canonicalQuery(signed.query) + "&X-Amz-Signature=\(signature)"
    }

    /// The query of a request in canonical form: encoded, sorted by the bytes of its names, then of its values.
    static func canonicalQuery(_ query: [(name: String, value: String)]) -> String {
        query.map { (PercentEncoding.encode($0.name), PercentEncoding.encode($0.value)) }
            .sorted { $0 < $1 }
            .map { "\($0)=\($1)" }.joined(separator: "&")
    }

    /// The request in canonical form; the names of its signed headers.
    static func canonical(_ request: Request) -> (text: String, names: String) {
        let headers = canonical(request.headers, host: request.host)
        let text = [
            request.method, request.path, canonicalQuery(request.query), headers.lines,
            headers.names, request.payloadHash,
        ].joined(separator: "\n")
        return (text, headers.names)
    }

    private static func canonical(
        _ headers: [HTTPHeader], host: String
    ) -> (lines: String, names: String) {
        let lines = (headers + [HTTPHeader("host", host)])
            .map { header in
                let words = header.value.split(separator: " ", omittingEmptySubsequences: true)
                return (header.name.lowercased(), words.joined(separator: " "))
            }
            .sorted { $0.0 < $1.0 }
        return (
            lines.map { "\($0):\($1)\n" }.joined(), lines.map(\.0).joined(separator: ";")
        )
    }

    private func sign(_ request: Request, at time: String) -> (names: String, signature: String) {
        let (text, names) = Self.canonical(request)
        let toSign = [
            Self.algorithm, time, scope(at: time),
            SHA256.hash(data: Data(text.utf8)).hexadecimal,
        ].joined(separator: "\n")
        var key = SymmetricKey(data: Data("AWS4\(credentials.secretKey)".utf8))
        for part in [String(time.prefix(8)), region, service, "aws4_request"] {
            key = SymmetricKey(data: Self.code(of: part, key))
        }
        return (names, Self.code(of: toSign, key).hexadecimal)
    }

    private static func code(
        of text: String, _ key: SymmetricKey
    ) -> HashedAuthenticationCode<SHA256> {
        HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key)
    }

    private func scope(at time: String) -> String {
        "\(time.prefix(8))/\(region)/\(service)/aws4_request"
    }

    /// The time as signatures have it: `20130524T000000Z`.
    static func text(of time: Double) -> String {
        Date(timeIntervalSince1970: time.rounded(.down)).formatted(
            Date.ISO8601FormatStyle(
                dateSeparator: .omitted, dateTimeSeparator: .standard, timeSeparator: .omitted,
                timeZoneSeparator: .omitted, includingFractionalSeconds: false,
                timeZone: .gmt))
    }
}
