import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import S3
@testable import Storage

@Suite(.timeLimit(.minutes(5))) struct PublishedFileTests {
    private static let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    private static let limit = 400_000

    private let folder: TemporaryFolder
    private let bucket: MemoryBucket

    init() throws {
        folder = try TemporaryFolder()
        bucket = try MemoryBucket()
    }

    private func open(
        _ url: String, hosts: Set<String> = ["127.0.0.1"], allowsPrivate: Bool = true
    ) throws -> PublishedFile {
        try StorageRegistry(remote: bucket.stores(cache: folder("cache"))).publishedFile(
            at: Location(checking: url),
            access: WebAccess(hosts: hosts, allowsPrivate: allowsPrivate), limit: Self.limit,
            isStopped: { false })
    }

    private func reason(_ url: String, allowsPrivate: Bool = true) throws -> String {
        let error = #expect(throws: StorageError.self) {
            try open(url, allowsPrivate: allowsPrivate)
        }
        return try #require(error).reason
    }

    /// Serves ranges without validators.
    private static func respond(to request: LoopbackServer.Request) -> LoopbackServer.Response {
        let bounds = (request["Range"] ?? "").dropFirst("bytes=".count).split(separator: "-")
            .compactMap { Int($0) }
        guard bounds.count == 2, bounds[0] < content.count else { return .status(416) }
        let end = min(bounds[1] + 1, content.count)
        return .status(
            206, ["Content-Range": "bytes \(bounds[0])-\(end - 1)/\(content.count)"],
            body: Array(content[bounds[0]..<end]))
    }

    @Test func firstBytesTakeOneRequest() throws {
        let server = try LoopbackServer { Self.respond(to: $0) }
        let file = try open(server.url + "/0.m4s?token=secret")
        #expect(file.size == 300_000 && !file.isPublic && !file.isTooLong)
        #expect(try file.bytes(at: 1000, count: 5000) == Array(Self.content[1000..<6000]))
        #expect(server.requests.map(\.target) == ["/0.m4s?token=secret"])
        #expect(try file.bytes(at: 100_000, count: 16) == Array(Self.content[100_000..<100_016]))
        #expect(try file.bytes(at: 100_016, count: 99) == Array(Self.content[100_016..<100_115]))
        #expect(server.requests.count == 2)
        #expect(try file.bytes(at: 0, count: 999_999) == Self.content)
        #expect(try file.bytes(at: 300_000, count: 1) == [])
    }

    @Test func serverWithoutRangesIsReadAsAWhole() throws {
        let server = try LoopbackServer(.status(200, body: Self.content))
        let file = try open(server.url + "/0.m4s")
        #expect(file.size == 300_000 && !file.isTooLong)
        #expect(try file.bytes(at: 299_990, count: 100) == Array(Self.content.suffix(10)))
        #expect(server.requests.count == 1)
    }

    @Test func responseWithoutAnEndIsTooLong() throws {
        let chunk = "1000\r\n" + String(repeating: "a", count: 4096) + "\r\n"
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        let server = try LoopbackServer { _ in .endless(chunk) }
        #expect(throws: StorageError.self) { try open(server.url + "/a") }
        let endless = try LoopbackServer { _ in
            .bytes(Array((head + String(repeating: chunk, count: 200)).utf8), closes: false)
        }
        let file = try open(endless.url + "/a.m3u8")
        #expect(file.isTooLong && file.size == Self.limit + 1)
        #expect(try file.bytes(at: 0, count: 10).count == 10)
    }

    @Test func shortBodyIsAnError() throws {
        let server = try LoopbackServer(.status(200, body: [1], length: 100, closes: true))
        #expect(try reason(server.url + "/a").contains("unreachable"))
    }

    @Test func redirectsEndAfterFive() throws {
        let server = try LoopbackServer { .status(302, ["Location": $0.target + "a"]) }
        #expect(try reason(server.url + "/").contains("more than 5 redirects"))
        #expect(server.requests.count == 6)
    }

    @Test func redirectToAnotherHostNeedsPermission() throws {
        let target = try LoopbackServer { Self.respond(to: $0) }
        let server = try LoopbackServer(
            .status(302, ["Location": "http://localhost:\(target.port)/b/1.m4s"]))
        #expect(try reason(server.url + "/a").contains("another host, localhost"))
        #expect(target.requests.isEmpty)
        let file = try open(server.url + "/a", hosts: ["127.0.0.1", "localhost"])
        #expect(file.location.description == "http://localhost:\(target.port)/b/1.m4s")
    }

    @Test func privateAddressNeedsPermission() throws {
        let server = try LoopbackServer { Self.respond(to: $0) }
        _ = try reason(server.url + "/a", allowsPrivate: false)
        #expect(server.requests.isEmpty)
    }

    @Test func objectOfABucketIsRead() throws {
        bucket.put(Self.content, "clip/0.m4s")
        let file = try open("s3://bucket/clip/0.m4s")
        #expect(file.size == 300_000 && file.isPublic)
        #expect(try file.bytes(at: 9, count: 100_000) == Array(Self.content[9..<100_009]))
        let error = #expect(throws: StorageError.self) { try open("s3://bucket/clip/1.m4s") }
        #expect(error?.isNotFound == true)
    }

    /// Parts of no bytes have no effect; a part is never read beyond its end.
    @Test func joinedPartsAreReadAsOne() throws {
        let parts = [[1, 2, 3], [], [4], [5, 6]].map { (bytes: [UInt8]) in
            JoinedObject.Part(count: Int64(bytes.count)) { (offset, count) throws(StorageError) in
                Array(bytes[Int(offset)..<Int(offset) + count])
            }
        }
        let registry = StorageRegistry(remote: try bucket.stores(cache: folder("cache")))
        let file = try registry.cached(JoinedObject(parts), at: Location("joined"))
        #expect(try file.bytes() == [1, 2, 3, 4, 5, 6])
        var rest: [UInt8] = [0, 0, 0]
        #expect(try file.read(at: 2, into: &rest) == 3)
        #expect(rest == [3, 4, 5])
    }
}
