internal import Foundation
internal import Transport

/// A response other than success, with what its error depends on.
struct FailedRequest {
    /// The object or the bucket: `s3://bucket/key`.
    var subject: String
    /// The permission that the request needs: `s3:PutObject`.
    var action: String
    var method: String
    /// Whether the request was for an object, not for its bucket.
    var isForObject: Bool
    var region: String
    var sendsEncryption: Bool
    /// The time of the request, in seconds since 1970.
    var time: Double
    var head: HTTPHead
    /// The body's root element; `nil` without one, as for HEAD.
    var details: ResponseElement?
}

extension FailedRequest {
    /// The largest difference of clocks that servers accept, in seconds (Amazon S3, RequestTimeTooSkewed).
    private static let maxSkew = 900.0

    /// The server's name of the error; empty without one.
    var code: String {
        let code = details?.name == "Error" ? details?["Code"] ?? "" : ""
        return code.utf8.count <= 64 && code.allSatisfy { $0.isASCII && ($0.isLetter || $0 == ".") }
            ? code : ""
    }

    var isThrottled: Bool {
        head.status == 429
            || ["SlowDown", "TooManyRequests", "RequestLimitExceeded", "Throttling"].contains(code)
    }

    /// Whether the same request may succeed later.
    var isTransient: Bool {
        isThrottled || head.status == 408 || (500...599).contains(head.status) && head.status != 501
            || ["RequestTimeout", "InternalError", "ServiceUnavailable"].contains(code)
    }

    /// Whether another conditional write was in progress.
    var isConflict: Bool { head.status == 409 && code != "BucketAlreadyExists" }

    var error: S3Error {
        switch code {
        case "RequestTimeTooSkewed": return clockSkew
        case "InvalidAccessKeyId", "SignatureDoesNotMatch":
            return S3Error(
                .badCredentials, subject, "the server does not accept the access key (\(code))",
                advice: "check the access key, its secret and the endpoint")
        case "ExpiredToken", "ExpiredTokenException", "TokenRefreshRequired", "InvalidToken":
            return S3Error(
                .expiredCredentials, subject, "the credentials have expired (\(code))",
                advice: "provide new credentials, or a source that renews them")
        case "NoSuchBucket":
            return S3Error(
                .noSuchBucket, subject, "the bucket does not exist",
                advice: "check the bucket's name and the endpoint")
        case "InvalidObjectState": return Self.archived(subject)
        case "AccessControlListNotSupported":
            return S3Error(
                .aclRefused, subject, "the bucket has no access control lists",
                advice: "remove the ACL from the bucket's settings")
        case "InvalidEncryptionAlgorithmError", "ServerSideEncryptionConfigurationNotFoundError":
            return encryptionRequired
        default: return errorOfStatus
        }
    }

    private var errorOfStatus: S3Error {
        switch head.status {
        case _ where isTransient:
            S3Error(
                .unavailable, subject, "the server responded with \(response)",
                advice: "try again later")
        case 301, 307, 308: wrongRegion
        case 400 where code == "AuthorizationHeaderMalformed": wrongRegion
        case 401, 403: denied
        case 404 where isForObject && (method == "HEAD" || code.hasPrefix("NoSuch")):
            S3Error(
                .noSuchKey, subject, "the object does not exist", advice: "check the key")
        case 412, 416:
            S3Error(
                .changed, subject, "the object has changed or was replaced",
                advice: "start again with the new object")
        case _ where details?.name != "Error" && method != "HEAD":
            S3Error(
                .endpoint, subject, "the endpoint responded as no S3 server (\(response))",
                advice: "check the endpoint and the addressing")
        default:
            S3Error(
                .request, subject, "the server refused \(action) with \(response)",
                advice: "check the bucket's settings")
        }
    }

    private var response: String { "status \(head.status)" + (code.isEmpty ? "" : ", \(code)") }

    private var denied: S3Error {
        if let skew, abs(skew) > Self.maxSkew { return clockSkew }
        let message = details?["Message"]?.lowercased() ?? ""
        if message.contains("expired") {
            return S3Error(
                .expiredURL, subject, "the presigned URL has expired",
                advice: "create another URL")
        }
        if method != "GET", !sendsEncryption, message.contains("encrypt") {
            return encryptionRequired
        }
        return S3Error(
            .accessDenied, subject, "the server denied \(action) (\(response))",
            advice:
                "allow \(action) to the access key in its policy and the bucket's; some servers also respond so to a wrong key"
        )
    }

    private var encryptionRequired: S3Error {
        S3Error(
            .encryptionRequired, subject, "the bucket demands another encryption of objects",
            advice: "set the encryption in the bucket's settings, SSE-S3 or SSE-KMS")
    }

    static func archived(_ subject: String) -> S3Error {
        S3Error(
            .archived, subject, "the object is archived and cannot be read",
            advice: "restore the object, and try again")
    }

    private var wrongRegion: S3Error {
        let right = details?["Region"] ?? head["x-amz-bucket-region"] ?? ""
        let isName =
            (1...40).contains(right.utf8.count)
            && right.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        return isName && right != region
            ? S3Error(
                .wrongRegion, subject, "the bucket is in \(right), not in \(region)",
                advice: "set the region \(right)")
            : S3Error(
                .endpoint, subject, "the bucket has another endpoint (\(response))",
                advice: "check the endpoint and the region")
    }

    /// The difference between this host's clock and the server's, in seconds; above 0 if this host's is ahead.
    private var skew: Double? {
        let text = details?["ServerTime"].flatMap { try? Date($0, strategy: .iso8601) }
        let server = text?.timeIntervalSince1970 ?? head["Date"].flatMap { HTTPDate($0)?.seconds }
        return server.map { time - $0 }
    }

    private var clockSkew: S3Error {
        let difference =
            skew.map { "\(Int(abs($0).rounded())) s \($0 < 0 ? "behind" : "ahead of")" }
            ?? "too far from"
        return S3Error(
            .clockSkew, subject, "this host's clock is \(difference) the server's",
            advice: "synchronize this host's clock")
    }
}

extension S3Error {
    /// Creates the error of a request without a response.
    init(_ error: TransportError, subject: String, endpoint: String) {
        switch error.kind {
        case .resolve, .connect, .timeout, .cut, .response:
            self.init(
                .unreachable, subject, "no answer from \(endpoint): \(error.message)",
                advice: "check the endpoint and the network", cause: error)
        case .url, .privateAddress, .certificate, .redirect, .setup:
            self.init(
                .endpoint, subject, "\(endpoint): \(error.message)", advice: "check the endpoint",
                cause: error)
        case .body:
            self.init(
                .changed, subject, error.message, advice: "try again with an unchanged file",
                cause: error)
        case .cancelled:
            self.init(.cancelled, subject, error.message, advice: "start again", cause: error)
        }
    }
}
