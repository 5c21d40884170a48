import Crypto
import Foundation
import Synchronization
import MediaUnits
import TestSupport
import Testing
import Transport

@testable import S3

@Suite(.timeLimit(.minutes(5))) struct WritingTests {
    private static let body: [UInt8] = [1, 2, 3]
    private static let sha256 = SHA256.hash(data: Data(body))

    /// A server that has the object after the first PUT.
    private func bucket(
        _ settings: BucketSettings = BucketSettings(),
        put: @escaping @Sendable (LoopbackServer.Request, Int) -> LoopbackServer.Response
    ) throws -> ScriptedBucket {
        let calls = CallCounter()
        return try ScriptedBucket(settings) { request in
            switch request.method {
            case "HEAD": .object(size: Self.body.count)
            case "GET":
                .status(
                    206, ["Content-Range": "bytes 0-2/3", "ETag": "\"e\""], body: Self.body)
            default: put(request, calls.next())
            }
        }
    }

    /// The server has verified the signed hash of the content.
    @Test func responseConfirmsAWrite() throws {
        let bucket = try bucket { _, _ in .status(200, ["ETag": "\"e\"", "x-amz-version-id": "7"]) }
        let outcome = try bucket.client.put(.bytes(Self.body), to: "k")
        #expect(outcome == .written(ObjectInfo(size: 3, etag: "\"e\"", version: "7")))
        #expect(bucket.server.requests.map(\.method) == ["PUT"])
    }

    @Test func otherChecksumOfTheServerIsAnError() throws {
        let bucket = try bucket { _, _ in
            .status(200, ["ETag": "\"e\"", "x-amz-checksum-sha256": "AAAA"])
        }
        let error = #expect(throws: S3Error.self) {
            try bucket.client.put(.bytes(Self.body), to: "k")
        }
        #expect(error?.code == .unconfirmed)
    }

    @Test func writeHasItsHeadersAndIsConfirmed() throws {
        let settings = BucketSettings(
            encryption: .kms(key: "key-1"), storageClass: "STANDARD_IA",
            acl: "bucket-owner-full-control", tags: ["b": "2 3", "a": "1"],
            expectedOwner: "123", requesterPays: true)
        let bucket = try bucket(settings) { _, _ in .status(200, ["ETag": ""]) }
        let outcome = try bucket.client.put(
            .bytes(Self.body), to: "k",
            headers: ObjectHeaders(contentType: "video/mp4", cacheControl: "max-age=60"))
        #expect(outcome == .written(ObjectInfo(size: 3, etag: "\"e\"")))
        #expect(bucket.server.requests.map(\.method) == ["PUT", "HEAD"])
        let request = try #require(bucket.server.requests.first)
        #expect(request.body == Self.body)
        let expected = [
            "Content-Type": "video/mp4", "Cache-Control": "max-age=60",
            "x-amz-content-sha256": Self.sha256.hexadecimal,
            "x-amz-checksum-sha256": Data(Self.sha256).base64EncodedString(),
            "x-amz-server-side-encryption": "aws:kms",
            "x-amz-server-side-encryption-aws-kms-key-id": "key-1",
            "x-amz-storage-class": "STANDARD_IA", "x-amz-acl": "bucket-owner-full-control",
            "x-amz-tagging": "a=1&b=2%203", "x-amz-expected-bucket-owner": "123",
            "x-amz-request-payer": "requester", "x-amz-security-token": ScriptedBucket.token,
        ]
        for (name, value) in expected { #expect(request[name] == value, "\(name)") }
        #expect(request["If-None-Match"] == nil)
        #expect(request["Expect"] == nil)
        let signed = request["Authorization"] ?? ""
        for name in expected.keys { #expect(signed.contains(name.lowercased()), "\(name)") }
    }

    @Test func otherSizeIsUnconfirmed() throws {
        let bucket = try ScriptedBucket { $0.method == "HEAD" ? .object(size: 2) : .status(200) }
        let error = #expect(throws: S3Error.self) {
            try bucket.client.put(.bytes(Self.body), to: "k")
        }
        #expect(error?.code == .unconfirmed)
    }

    @Test func conditionsAreSent() throws {
        let bucket = try bucket { _, _ in .error(412, "PreconditionFailed") }
        let put = { try bucket.client.put(.bytes(Self.body), to: "k", condition: $0) }
        #expect(try put(.ifAbsent) == .conditionFailed)
        #expect(try put(.ifMatch("\"x\"")) == .conditionFailed)
        let writes = bucket.server.requests.filter { $0.method == "PUT" }
        #expect(writes.map { $0["If-None-Match"] } == ["*", nil])
        #expect(writes.map { $0["If-Match"] } == [nil, "\"x\""])
    }

    /// radosgw 16 refuses the ETag of the object if it has quotes.
    @Test func etagHasNoQuotesForServersThatRefuseThem() throws {
        let bucket = try bucket { request, _ in
            request["If-Match"] == "e" ? .status(200) : .error(412, "PreconditionFailed")
        }
        let put = { try bucket.client.put(.bytes(Self.body), to: "k", condition: .ifMatch($0)) }
        for _ in 1...2 { #expect(try put("\"e\"") != .conditionFailed) }
        #expect(try put("\"x\"") == .conditionFailed)
        let writes = bucket.server.requests.filter { $0.method == "PUT" }
        #expect(writes.map { $0["If-Match"] } == ["\"e\"", "e", "e", "x"])
    }

    @Test func missingObjectFailsIfMatch() throws {
        let bucket = try bucket { _, _ in .error(404, "NoSuchKey") }
        let outcome = try bucket.client.put(
            .bytes(Self.body), to: "k", condition: .ifMatch("\"x\""))
        #expect(outcome == .conditionFailed)
    }

    @Test func serverThatIgnoresConditionsIsDetected() throws {
        let bucket = try bucket { _, _ in .status(200) }
        let error = #expect(throws: S3Error.self) {
            try bucket.client.put(.bytes(Self.body), to: "k", condition: .ifAbsent)
        }
        #expect(error?.code == .noConditionalWrites)
    }

    @Test func conditionsAreCheckedOnce() throws {
        let bucket = try bucket { _, call in call == 2 ? .error(412, "P") : .status(200) }
        for key in ["k", "l"] {
            let outcome = try bucket.client.put(
                .bytes(Self.body), to: key, condition: .ifAbsent)
            #expect(outcome == .written(ObjectInfo(size: 3, etag: "\"e\"")))
        }
        #expect(bucket.server.requests.filter { $0.method == "PUT" }.count == 3)
    }

    @Test func withoutConditionsTheClientChecksBefore() throws {
        let bucket = try bucket(BucketSettings(sendsConditions: false)) { _, _ in .status(200) }
        let put = { try bucket.client.put(.bytes(Self.body), to: "k", condition: $0) }
        #expect(try put(.ifAbsent) == .conditionFailed)
        #expect(try put(.ifMatch("\"x\"")) == .conditionFailed)
        #expect(try put(.ifMatch("\"e\"")) == .written(ObjectInfo(size: 3, etag: "\"e\"")))
        #expect(bucket.server.requests.allSatisfy { $0["If-Match"] == nil })
    }

    /// The first attempt took effect, and its response was lost.
    @Test(arguments: [true, false])
    func lostResponseIsDecidedByTheContent(isEqual: Bool) throws {
        let bucket = try bucket { _, call in
            call == 1 ? .text("") : .error(412, "PreconditionFailed")
        }
        let body: [UInt8] = isEqual ? Self.body : [1, 2, 4]
        let outcome = try bucket.client.put(.bytes(body), to: "k", condition: .ifAbsent)
        #expect((outcome == .conditionFailed) == !isEqual)
    }

    @Test func conflictIsRetriedForConditionalWrites() throws {
        let bucket = try bucket { _, call in
            call < 3 ? .error(409, "ConditionalRequestConflict") : .error(412, "P")
        }
        let put = { try bucket.client.put(.bytes(Self.body), to: "k", condition: $0) }
        // A conflict means that the attempt took no effect, although the content is equal.
        #expect(try put(.ifAbsent) == .conditionFailed)
        #expect(bucket.pauses == [0.1, 0.2])
    }

    @Test func deletedObjectMayBeAbsent() throws {
        let bucket = try ScriptedBucket { request in
            request.method == "DELETE" ? .status(404) : .status(200)
        }
        try bucket.client.delete("k", version: "v")
        #expect(bucket.server.requests.first?.target == "/bucket/k?versionId=v")
    }

    // MARK: - Multipart

    private func multipart(
        complete: @escaping @Sendable (Int) -> LoopbackServer.Response,
        part: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Response = {
            .status(
                200,
                ["ETag": "\"part&\"", "x-amz-checksum-sha256": $0["x-amz-checksum-sha256"] ?? ""])
        }
    ) throws -> ScriptedBucket {
        let calls = CallCounter()
        let isComplete = Mutex(false)
        return try ScriptedBucket { request in
            switch request.method {
            case "HEAD" where request.target == "/bucket/": return .status(200)
            case "HEAD" where isComplete.withLock(\.self):
                return .object(size: 2_500_000, etag: "\"abc-3\"")
            case "HEAD": return .status(404)
            case "DELETE": return .status(204)
            case "POST" where request.target.hasSuffix("?uploads="):
                return .status(200, body: Array("<R><UploadId>u/1</UploadId></R>".utf8))
            case "POST":
                isComplete.withLock { $0 = true }
                return complete(calls.next())
            default: return part(request)
            }
        }
    }

    private static let success = LoopbackServer.Response.status(
        200, body: Array("<CompleteMultipartUploadResult/>".utf8))
    private static let large = (0..<2_500_000).map { UInt8(truncatingIfNeeded: $0 >> 7) }

    private func write(_ bucket: ScriptedBucket) throws -> WriteOutcome {
        var client = bucket.client
        client.multipartThreshold = 2 << 20
        client.partSize = 1 << 20
        return try client.put(.bytes(Self.large), to: "k", condition: .ifAbsent)
    }

    @Test func largeObjectIsWrittenInParts() throws {
        let bucket = try multipart { _ in Self.success }
        #expect(try write(bucket) == .written(ObjectInfo(size: 2_500_000, etag: "\"abc-3\"")))
        let parts = bucket.server.requests.filter { $0.method == "PUT" }
            .sorted { $0.target < $1.target }
        #expect(
            parts.map(\.target) == (1...3).map { "/bucket/k?partNumber=\($0)&uploadId=u%2F1" })
        #expect(Array(parts.map(\.body).joined()) == Self.large)
        let complete = try #require(bucket.server.requests.last { $0.method == "POST" })
        #expect(complete["If-None-Match"] == "*")
        #expect(
            complete.text.contains("<PartNumber>3</PartNumber><ETag>&quot;part&amp;&quot;</ETag>"))
        #expect(complete.text.contains("<ChecksumSHA256>"))
    }

    @Test func failedConditionRemovesTheParts() throws {
        let bucket = try multipart { _ in .error(412, "PreconditionFailed") }
        #expect(try write(bucket) == .conditionFailed)
        #expect(bucket.server.requests.last?.method == "DELETE")
    }

    /// Another process writes the object while parts are sent, and the server ignores the condition of the completion.
    @Test func completionIsCheckedImmediatelyBefore() throws {
        let bucket = try MemoryBucket(ignoresCompletionConditions: true)
        var client = S3Client(
            bucket: MemoryBucket.name,
            settings: BucketSettings(endpoint: try S3Endpoint(bucket.url)),
            credentials: FixedCredentials(Credentials(accessKey: "AK", secretKey: "s")),
            http: HTTPClient(userAgent: "test"))
        client.multipartThreshold = 2 << 20
        client.partSize = 1 << 20
        bucket.setFailure { [weak bucket] call in
            if call.query["partNumber"] == "3" { bucket?.put([1], "k") }
            return nil
        }
        let outcome = try client.put(.bytes(Self.large), to: "k", condition: .ifAbsent)
        #expect(outcome == .conditionFailed)
        #expect(bucket.objects == ["k": [1]])
        #expect(bucket.uploads == [])
        bucket.setFailure(nil)
        #expect(
            try client.put(.bytes(Self.large), to: "l", condition: .ifAbsent) != .conditionFailed)
        #expect(bucket.objects["l"] == Self.large)
    }

    /// Also before each repetition; the removal of what was sent is always allowed.
    @Test func changesAreAllowedBeforeTheyAreSigned() throws {
        let checks = Mutex(0)
        let isForbidden = Mutex(false)
        let bucket = try multipart { call in
            isForbidden.withLock { $0 = true }
            return .status(500)
        }
        var client = bucket.client
        client.multipartThreshold = 2 << 20
        client.partSize = 1 << 20
        client.beforeChange = { () throws(S3Error) in
            checks.withLock { $0 += 1 }
            guard !isForbidden.withLock(\.self) else {
                throw S3Error(.cancelled, "lease", "lost", advice: "none")
            }
        }
        let error = #expect(throws: S3Error.self) {
            try client.put(.bytes(Self.large), to: "k")
        }
        #expect(error?.subject == "lease")
        // The beginning, three parts, the completion and its repetition.
        #expect(checks.withLock(\.self) == 6)
        #expect(bucket.server.requests.last?.method == "DELETE")
        #expect(try client.head("k") != nil)
    }

    @Test func failedPartRemovesTheParts() throws {
        let bucket = try multipart(
            complete: { _ in Self.success }, part: { _ in .error(403, "AccessDenied") })
        let error = #expect(throws: S3Error.self) { try write(bucket) }
        #expect(error?.code == .accessDenied)
        #expect(bucket.server.requests.last?.method == "DELETE")
        #expect(bucket.server.requests.last?.target == "/bucket/k?uploadId=u%2F1")
    }

    /// The completion has status 200 before its outcome is known.
    @Test func errorWithSuccessStatusIsRetried() throws {
        let bucket = try multipart { call in
            call == 1 ? .error(200, "InternalError") : Self.success
        }
        #expect(try write(bucket) == .written(ObjectInfo(size: 2_500_000, etag: "\"abc-3\"")))
        #expect(bucket.pauses == [0.1])
    }

    @Test func lostCompletionIsFound() throws {
        let bucket = try multipart { call in
            call == 1 ? .text("") : .error(404, "NoSuchUpload")
        }
        #expect(try write(bucket) == .written(ObjectInfo(size: 2_500_000, etag: "\"abc-3\"")))
        let other = try multipart { _ in .error(404, "NoSuchUpload") }
        let error = #expect(throws: S3Error.self) { try write(other) }
        #expect(error?.code == .unconfirmed)
    }
}
