import Synchronization
import TestSupport
import Testing

@testable import S3

@Suite(.timeLimit(.minutes(5))) struct ReadingTests {
    private static let content = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }

    /// Serves a range of the content, of which `limit` bytes arrive.
    private static func serve(
        _ request: LoopbackServer.Request, limit: Int = .max, isCut: Bool = false,
        etag: String = "\"e\""
    ) -> LoopbackServer.Response {
        let bounds = (request["Range"] ?? "").dropFirst(6).split(separator: "-").compactMap {
            Int($0)
        }
        let range = bounds[0]..<min(bounds[1] + 1, content.count)
        let part = Array(content[range].prefix(limit))
        return .status(
            206,
            [
                "Content-Range": "bytes \(range.lowerBound)-\(range.upperBound - 1)/1000",
                "ETag": etag,
            ],
            body: part, length: isCut ? range.count : part.count, closes: isCut)
    }

    private func read(
        _ bucket: ScriptedBucket, _ range: Range<Int64> = 0..<1000, pin: ObjectPin = .etag("\"e\"")
    ) throws -> [UInt8] {
        let taken = Mutex<[UInt8]>([])
        try bucket.client.read("a b", range: range, pin: pin) { bytes in
            taken.withLock { $0 += bytes }
            return true
        }
        return taken.withLock(\.self)
    }

    @Test func rangeIsReadWithItsPin() throws {
        let bucket = try ScriptedBucket { Self.serve($0) }
        #expect(try read(bucket, 10..<20) == Array(Self.content[10..<20]))
        let request = try #require(bucket.server.requests.first)
        #expect(request.target == "/bucket/a%20b")
        #expect(request["Range"] == "bytes=10-19")
        #expect(request["If-Match"] == "\"e\"")
        _ = try read(bucket, 10..<20, pin: .version("v/1"))
        #expect(bucket.server.requests.last?.target == "/bucket/a%20b?versionId=v%2F1")
    }

    @Test func objectIsReadByOneRequest() throws {
        let bucket = try ScriptedBucket { _ in .status(200, ["ETag": "\"e\""], body: Self.content) }
        let content = try #require(try bucket.client.content(of: "a b", limit: 1000))
        #expect(content.bytes == Self.content)
        #expect(content.info.etag == "\"e\"" && content.info.size == 1000)
        #expect(bucket.server.requests.map(\.method) == ["GET"])
        #expect(try bucket.client.content(of: "a b", limit: 999) == nil)
    }

    @Test func objectThatEndsEarlyIsReadAgain() throws {
        let count = Mutex(0)
        let bucket = try ScriptedBucket { _ in
            let isFirst = count.withLock { count in
                count += 1
                return count == 1
            }
            return .status(
                200, ["ETag": "\"e\""], body: Array(Self.content.prefix(isFirst ? 300 : 1000)),
                length: 1000, closes: isFirst)
        }
        #expect(try bucket.client.content(of: "a", limit: 1000)?.bytes == Self.content)
        #expect(bucket.server.requests.count == 2)
    }

    /// Reads an object from a server that sends no length with GET; returns its content, and the methods of the requests.
    private func readWithoutLength(
        _ bodies: [ArraySlice<UInt8>], header: String = "", head: String
    ) throws -> (content: [UInt8]?, methods: [String]) {
        let count = Mutex(0)
        let bucket = try ScriptedBucket { request in
            guard request.method == "GET" else {
                return .text("HTTP/1.1 200 OK\r\n\(head)\r\n")
            }
            let number = count.withLock { count in
                count += 1
                return count
            }
            let response = "HTTP/1.1 200 OK\r\n\(header)ETag: \"e\"\r\n\r\n"
            return .bytes(
                Array(response.utf8) + bodies[min(number, bodies.count) - 1], closes: true)
        }
        let content = try bucket.client.content(of: "a", limit: 1000)
        return (content?.bytes, bucket.server.requests.map(\.method))
    }

    /// The end of such a response is the end of the connection, which may have been cut.
    @Test func responseWithoutALengthIsChecked() throws {
        let (cut, whole) = (Self.content[..<300], Self.content[...])
        let found = try readWithoutLength(
            [cut, whole], head: "ETag: \"e\"\r\nContent-Length: 1000\r\n")
        #expect(found.content == Self.content)
        #expect(found.methods == ["GET", "HEAD", "GET", "HEAD"])
    }

    @Test func objectThatIsReplacedMeanwhileIsReadAgain() throws {
        #expect(throws: S3Error.self) {
            try readWithoutLength(
                [Self.content[...]], head: "ETag: \"other\"\r\nContent-Length: 1000\r\n")
        }
    }

    @Test func serverWithoutLengthsIsNotChecked() throws {
        let found = try readWithoutLength([Self.content[...]], head: "ETag: \"e\"\r\n")
        #expect(found.content == Self.content)
    }

    @Test func chunkedResponseHasAnEnd() throws {
        func chunks(_ count: Int, end: String) -> ArraySlice<UInt8> {
            ("3e8\r\n".utf8 + Self.content.prefix(count) + Array(end.utf8))[...]
        }
        let found = try readWithoutLength(
            [chunks(300, end: ""), chunks(1000, end: "\r\n0\r\n\r\n")],
            header: "Transfer-Encoding: chunked\r\n", head: "")
        #expect(found.content == Self.content)
        #expect(found.methods == ["GET", "GET"])
    }

    @Test func missingObjectHasNoContent() throws {
        let bucket = try ScriptedBucket { .status($0.method == "HEAD" ? 200 : 404) }
        #expect(try bucket.client.content(of: "a", limit: 10) == nil)
    }

    @Test(arguments: [true, false])
    func readResumesAtTheByte(isCut: Bool) throws {
        let bucket = try ScriptedBucket { Self.serve($0, limit: 300, isCut: isCut) }
        #expect(try read(bucket) == Self.content)
        #expect(
            bucket.server.requests.map { $0["Range"] } == [
                "bytes=0-999", "bytes=300-999", "bytes=600-999", "bytes=900-999",
            ])
        #expect(bucket.pauses == [0.1, 0.1, 0.1])
    }

    @Test func readWithoutProgressFails() throws {
        let bucket = try ScriptedBucket { Self.serve($0, limit: 0, isCut: true) }
        let error = #expect(throws: S3Error.self) { try read(bucket) }
        #expect(error?.code == .unreachable)
        #expect(bucket.server.requests.count == 10)
    }

    @Test func emptyRangeNeedsNoRequest() throws {
        let bucket = try ScriptedBucket { Self.serve($0) }
        #expect(try read(bucket, 0..<0) == [])
        #expect(bucket.server.requests.isEmpty)
    }

    @Test func sinkEndsTheRead() throws {
        let bucket = try ScriptedBucket { Self.serve($0) }
        try bucket.client.read("k", range: 0..<1000, pin: .etag("\"e\"")) { _ in false }
        #expect(bucket.server.requests.count == 1)
    }

    @Test(arguments: [412, 416])
    func changedObjectIsReported(_ status: Int) throws {
        let bucket = try ScriptedBucket { _ in .error(status, "PreconditionFailed") }
        #expect(throws: S3Error.self) { try read(bucket) }
        let error = #expect(throws: S3Error.self) { try read(bucket) }
        #expect(error?.code == .changed)
    }

    /// Some servers ignore If-Match.
    @Test func otherETagIsAChange() throws {
        let bucket = try ScriptedBucket { Self.serve($0, etag: "\"other\"") }
        let error = #expect(throws: S3Error.self) { try read(bucket) }
        #expect(error?.code == .changed)
    }

    @Test func deletedObjectIsReported() throws {
        let calls = CallCounter()
        let bucket = try ScriptedBucket { request in
            calls.next() == 1 ? Self.serve(request, limit: 10) : .error(404, "NoSuchKey")
        }
        let error = #expect(throws: S3Error.self) { try read(bucket) }
        #expect(error?.code == .noSuchKey)
    }

    @Test func serverWithoutRangesIsRejected() throws {
        let bucket = try ScriptedBucket { _ in .status(200, body: Self.content) }
        #expect(try read(bucket, 0..<10) == Array(Self.content[..<10]))
        let error = #expect(throws: S3Error.self) { try read(bucket, 10..<20) }
        #expect(error?.code == .endpoint)
    }

    @Test func propertiesAreRead() throws {
        let bucket = try ScriptedBucket { _ in
            .status(
                200,
                [
                    "ETag": "\"e\"", "x-amz-version-id": "v", "x-amz-storage-class": "GLACIER",
                    "x-amz-checksum-sha256": "sum", "Last-Modified": "then",
                ], length: 1234)
        }
        let expected = ObjectInfo(
            size: 1234, etag: "\"e\"", version: "v", lastModified: "then", storageClass: "GLACIER",
            isArchived: true, sha256: "sum")
        #expect(try bucket.client.head("k") == expected)
    }

    @Test func missingObjectIsNotMissingBucket() throws {
        let bucket = try ScriptedBucket { request in
            request.target == "/bucket/" ? .status(200) : .status(404)
        }
        #expect(try bucket.client.head("k") == nil)
        #expect(try bucket.client.head("k") == nil)
        // The bucket is checked once.
        #expect(bucket.server.requests.count == 3)
        let missing = try ScriptedBucket { request in
            request.method == "HEAD" ? .status(404) : .error(404, "NoSuchBucket")
        }
        let error = #expect(throws: S3Error.self) { try missing.client.head("k") }
        #expect(error?.code == .noSuchBucket)
        let noServerOfS3 = try ScriptedBucket { _ in .status(404) }
        let other = #expect(throws: S3Error.self) { try noServerOfS3.client.head("k") }
        #expect(other?.code == .endpoint)
    }

    /// A response to HEAD has no body with the error's name.
    @Test func errorOfHeadIsThatOfGet() throws {
        let bucket = try ScriptedBucket { request in
            request.method == "HEAD" ? .status(400) : .error(400, "ExpiredToken")
        }
        let error = #expect(throws: S3Error.self) { try bucket.client.head("k") }
        #expect(error?.code == .expiredCredentials)
    }
}
