import Errors
import TestSupport
import Testing
import Transport

@testable import S3

@Suite(.timeLimit(.minutes(5))) struct ErrorTests {
    private func failure(
        _ response: LoopbackServer.Response, settings: BucketSettings = BucketSettings()
    ) throws -> S3Error {
        let bucket = try ScriptedBucket(settings) { _ in response }
        return try #require(
            throws: S3Error.self, performing: { try bucket.client.put(.bytes([1]), to: "k") })
    }

    @Test(arguments: [
        (301, "PermanentRedirect", S3Error.Code.endpoint), (403, "AccessDenied", .accessDenied),
        (403, "SignatureDoesNotMatch", .badCredentials),
        (403, "InvalidAccessKeyId", .badCredentials),
        (400, "ExpiredToken", .expiredCredentials), (404, "NoSuchBucket", .noSuchBucket),
        (404, "NoSuchKey", .noSuchKey), (403, "InvalidObjectState", .archived),
        (400, "AccessControlListNotSupported", .aclRefused), (400, "InvalidArgument", .request),
        (400, "ServerSideEncryptionConfigurationNotFoundError", .encryptionRequired),
        (403, "RequestTimeTooSkewed", .clockSkew), (501, "NotImplemented", .request),
    ])
    func errorHasTheCodeOfTheResponse(
        _ status: Int, _ name: String, _ code: S3Error.Code
    ) throws {
        let error = try failure(.error(status, name))
        #expect(error.code == code)
        #expect(error.subject == "s3://bucket/k")
    }

    @Test(arguments: [
        LoopbackServer.Response.error(503, "SlowDown"), .error(500, "InternalError"),
        .error(429, "TooManyRequests"), .error(400, "RequestTimeout"), .status(502), .status(504),
    ])
    func transientErrorIsRetriedWithLongerPauses(_ response: LoopbackServer.Response) throws {
        let bucket = try ScriptedBucket { _ in response }
        let error = #expect(throws: S3Error.self) {
            try bucket.client.put(.bytes([1]), to: "k")
        }
        #expect(error?.code == .unavailable)
        #expect(error?.retryability == .transient)
        #expect(bucket.pauses == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 20])
    }

    @Test func cutConnectionIsRetried() throws {
        let calls = CallCounter()
        let bucket = try ScriptedBucket { request in
            request.method == "HEAD"
                ? .object(size: 1) : calls.next() < 3 ? .text("") : .status(200)
        }
        _ = try bucket.client.put(.bytes([1]), to: "k")
        #expect(bucket.pauses == [0.1, 0.2])
    }

    @Test func cancellationEndsRetries() throws {
        var client = try ScriptedBucket { _ in .status(503) }.client
        client.isCancelled = { true }
        let error = #expect(throws: S3Error.self) { try client.put(.bytes([1]), to: "k") }
        #expect(error?.code == .cancelled)
    }

    @Test func unreachableServerIsReported() throws {
        var client = S3Client(
            bucket: "bucket",
            settings: BucketSettings(endpoint: try S3Endpoint("http://nohost.invalid")),
            credentials: FixedCredentials(Credentials(accessKey: "A", secretKey: "B")),
            http: HTTPClient(userAgent: "test"))
        client.retries.attempts = 1
        let error = #expect(throws: S3Error.self) { try client.head("k") }
        #expect(error?.code == .unreachable)
        #expect(error?.message.contains("http://nohost.invalid") == true)
    }

    @Test(arguments: [
        LoopbackServer.Response.error(
            301, "PermanentRedirect", headers: ["x-amz-bucket-region": "eu-west-1"]),
        .error(400, "AuthorizationHeaderMalformed", more: "<Region>eu-west-1</Region>"),
    ])
    func wrongRegionNamesTheRightOne(_ response: LoopbackServer.Response) throws {
        let error = try failure(response)
        #expect(error.code == .wrongRegion)
        #expect(error.message == "the bucket is in eu-west-1, not in us-east-1")
    }

    /// The clock of the test is at 2025-01-01 00:00:00.
    @Test(arguments: [
        ("Tue, 31 Dec 2024 23:30:00 GMT", "1800 s ahead of"),
        ("Wed, 01 Jan 2025 01:00:00 GMT", "3600 s behind"),
    ])
    func clockSkewHasTheDifference(_ date: String, _ expected: String) throws {
        let error = try failure(.error(403, "AccessDenied", headers: ["Date": date]))
        #expect(error.code == .clockSkew)
        #expect(error.message == "this host's clock is \(expected) the server's")
        let timed = try failure(
            .error(
                403, "RequestTimeTooSkewed", more: "<ServerTime>2025-01-01T01:00:00Z</ServerTime>"))
        #expect(timed.message.contains("3600 s behind"))
    }

    @Test func deniedRequestNamesItsAction() throws {
        #expect(try failure(.error(403, "AccessDenied")).message.contains("s3:PutObject"))
        let bucket = try ScriptedBucket { _ in .error(403, "AccessDenied") }
        let delete = #expect(throws: S3Error.self) { try bucket.client.delete("k") }
        #expect(delete?.advice.contains("s3:DeleteObject") == true)
        let head = #expect(throws: S3Error.self) { try bucket.client.head("k") }
        #expect(head?.message.contains("s3:GetObject") == true)
        var listing = bucket.client.objects()
        let list = #expect(throws: S3Error.self) { try listing.next() }
        #expect(list?.message.contains("s3:ListBucket") == true)
    }

    @Test func messageOfDenialIsClassified() throws {
        let expired = try failure(.error(403, "AccessDenied", message: "Request has expired"))
        #expect(expired.code == .expiredURL)
        let message = "explicit deny: server-side encryption is required"
        #expect(
            try failure(.error(403, "AccessDenied", message: message)).code == .encryptionRequired)
        let settings = BucketSettings(encryption: .s3)
        #expect(
            try failure(.error(403, "AccessDenied", message: message), settings: settings).code
                == .accessDenied
        )
    }

    @Test func otherServersAreRecognized() throws {
        #expect(try failure(.status(404, body: Array("<html></html>".utf8))).code == .endpoint)
        for body in [Array("<html></html>".utf8), [1, 2]] {
            var listing = try ScriptedBucket { _ in .status(200, body: body) }.client.objects()
            let error = #expect(throws: S3Error.self) { try listing.next() }
            #expect(error?.code == .endpoint)
        }
    }

    /// The server returns everything that it received, as in the error of a wrong signature.
    @Test func errorsHaveNoSecrets() throws {
        for status in [400, 403, 404, 500] {
            let bucket = try ScriptedBucket { request in
                .error(status, "SignatureDoesNotMatch", message: request.head)
            }
            var client = bucket.client
            client.retries.attempts = 1
            let error = try #require(
                throws: S3Error.self, performing: { try client.put(.bytes([1]), to: "k") })
            let texts = [error.description, error.line, "\(error)", String(reflecting: error)]
            for secret in [ScriptedBucket.secret, ScriptedBucket.token, "AKTEST", "Signature="] {
                #expect(!texts.contains { $0.contains(secret) }, "\(status)")
            }
        }
    }

    @Test func credentialsShowNoSecrets() throws {
        let credentials = Credentials(accessKey: "A", secretKey: "SECRET", sessionToken: "TOKEN")
        var dumped = ""
        dump(credentials, to: &dumped)
        dump(FixedCredentials(credentials), to: &dumped)
        for text in ["\(credentials)", String(reflecting: credentials), dumped, "\([credentials])"]
        {
            #expect(!text.contains("SECRET"))
            #expect(!text.contains("TOKEN"))
        }
    }

    @Test func tableListsEveryCode() throws {
        #expect(
            try CodesPage.codes(of: "Object storage errors")
                == Set(S3Error.Code.allCases.map(\.rawValue)))
    }
}
