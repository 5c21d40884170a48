import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing
import Transport

@testable import S3
@testable import Storage

@Suite(.timeLimit(.minutes(5))) struct WebUploadSourceTests {
    private static let content = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func source(allowsPrivate: Bool = true) throws -> WebUploadSource {
        let stores = try RemoteStores(
            environment: [:], bucketSettings: nil, userAgent: "test",
            settings: RemoteStores.Settings(cacheFolder: folder("cache")))
        return WebUploadSource(stores: stores, allowsPrivate: allowsPrivate)
    }

    private func open(
        _ server: LoopbackServer, _ path: String = "/clip.mp4?token=secret",
        allowsPrivate: Bool = true
    ) throws -> any UploadFile {
        try source(allowsPrivate: allowsPrivate).open(Location(checking: server.url + path))
    }

    /// Serves a range of the content, of which the body may have fewer bytes.
    private static func respond(
        to request: LoopbackServer.Request, etag: String? = "\"1\"", count: Int? = nil,
        content: [UInt8] = Self.content
    ) -> LoopbackServer.Response {
        let bounds = (request["Range"] ?? "").dropFirst("bytes=".count).split(separator: "-")
            .compactMap { Int($0) }
        guard bounds.count == 2, bounds[0] < content.count else {
            return .status(416, ["Content-Range": "bytes */\(content.count)"])
        }
        if let match = request["If-Match"], match != etag { return .status(412) }
        let end = min(bounds[1] + 1, content.count)
        var headers = ["Content-Range": "bytes \(bounds[0])-\(end - 1)/\(content.count)"]
        headers["ETag"] = etag
        let sent = min(count ?? .max, end - bounds[0])
        return .status(
            206, headers, body: Array(content[bounds[0]..<bounds[0] + sent]),
            length: end - bounds[0], closes: sent < end - bounds[0])
    }

    @Test func rangesAreRead() throws {
        let server = try LoopbackServer { Self.respond(to: $0) }
        let file = try open(server)
        #expect(file.size == 3_000_000)
        #expect(try file.bytes() == Self.content)
        #expect(try !file.hasChanged())
        let digest = "1359227d95e1ba804467fce441aeb48f2c5c687357dd015ac9d69a204b4bee3d"
        #expect(
            file.contentIdentity
                == "\(server.url)/clip.mp4?sha256:\(digest)\netag \"1\"\n3000000")
        #expect(file.location.description == server.url + "/clip.mp4")
        #expect(server.requests.allSatisfy { $0.method == "GET" && $0["Range"] != nil })
    }

    /// A short body is never taken for the end.
    @Test func cutResponsesAreContinued() throws {
        let count = Mutex(0)
        let server = try LoopbackServer { request in
            let number = count.withLock { count in
                count += 1
                return count
            }
            // Each other response is cut.
            return Self.respond(to: request, count: number.isMultiple(of: 2) ? nil : 100_000)
        }
        #expect(try open(server).bytes() == Self.content)
        #expect(server.requests.count > 2)
    }

    @Test func transientStatusIsRepeated() throws {
        let count = Mutex(0)
        let server = try LoopbackServer { request in
            let number = count.withLock { count in
                count += 1
                return count
            }
            return number == 1 ? .status(503) : Self.respond(to: request)
        }
        #expect(try open(server).size == 3_000_000)
    }

    private func requests(
        _ server: LoopbackServer, pause: @escaping @Sendable (Double) -> Void
    ) throws -> WebRequests {
        WebRequests(
            try WebLocation(server.url + "/a"), http: HTTPClient(userAgent: "test"),
            allowsPrivate: true,
            environment: ClientEnvironment(
                now: { 0 }, pause: { seconds, _ in pause(seconds) }, random: { 1 }))
    }

    @Test func transientStatusIsRepeatedWithLongerPauses() throws {
        let pauses = Mutex<[Double]>([])
        let server = try LoopbackServer { _ in .status(503) }
        let requests = try requests(server) { seconds in pauses.withLock { $0.append(seconds) } }
        let error = #expect(throws: ObjectError.self) { _ = try requests.send([]) }
        #expect(error?.isTransient == true)
        #expect(pauses.withLock(\.self) == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 20])
    }

    @Test func cancellationEndsThePause() throws {
        let isStopped = Mutex(false)
        let server = try LoopbackServer { _ in .status(503) }
        let requests = try requests(server) { _ in isStopped.withLock { $0 = true } }
        #expect(throws: ObjectError.self) {
            _ = try requests.send([], isStopped: { isStopped.withLock(\.self) }) { _ in
                { _ in true }
            }
        }
        #expect(server.requests.count == 1)
    }

    /// The size is that of the client's own server.
    @Test(arguments: [
        "9223372036854775807", "9223372036854775808", "-1", "4611686018427387904", "x",
    ])
    func impossibleSizesAreRefused(_ size: String) throws {
        let server = try LoopbackServer { _ in
            .status(206, ["Content-Range": "bytes 0-0/\(size)", "ETag": "\"1\""], body: [1])
        }
        let error = #expect(throws: StorageError.self) { try open(server) }
        guard case .object(.refused)? = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    /// A server may ignore the range, and send without an end.
    @Test func bodyWithoutRangesIsNotReadToItsEnd() throws {
        let server = try LoopbackServer { _ in
            .status(200, body: Array(repeating: 0, count: 100_000), length: 1 << 40)
        }
        let error = #expect(throws: StorageError.self) { try open(server) }
        #expect(error?.reason.contains("serves no ranges") == true, "\(error?.reason ?? "")")
    }

    @Test func changeIsDetected() throws {
        let etag = Mutex("\"1\"")
        let server = try LoopbackServer {
            Self.respond(to: $0, etag: etag.withLock(\.self))
        }
        let file = try open(server)
        etag.withLock { $0 = "\"2\"" }
        #expect(try file.hasChanged())
        let error = #expect(throws: StorageError.self) { try file.bytes() }
        #expect(error?.code == .changed)
    }

    /// Equal weak validators do not mean equal bytes.
    @Test(arguments: [nil, "W/\"1\""])
    func contentWithoutStrongValidatorIsNotIdentified(etag: String?) throws {
        let server = try LoopbackServer { Self.respond(to: $0, etag: etag) }
        let file = try open(server)
        #expect(file.contentIdentity == nil)
        #expect(try file.bytes() == Self.content)
    }

    @Test func emptyFileHasNoBytes() throws {
        let server = try LoopbackServer { Self.respond(to: $0, content: []) }
        let file = try open(server)
        #expect(file.size == 0)
        #expect(try file.bytes() == [])
    }

    @Test(arguments: [
        (404, "/a", ObjectError.gone), (410, "/a", .gone), (403, "/a", .denied("status 403")),
        (403, "/a?Expires=100", .expired), (200, "/a", nil), (400, "/a", .refused("status 400")),
    ])
    func refusalIsPermanent(status: Int, path: String, expected: ObjectError?) throws {
        let server = try LoopbackServer { _ in .status(status, body: [1, 2, 3]) }
        let source = try source()
        let location = try Location(checking: server.url + path)
        let error = #expect(throws: StorageError.self) { try source.open(location) }
        guard case .object(let reason) = try #require(error).kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(expected == nil || reason == expected)
        #expect(!reason.isTransient)
        #expect(source.isCausedByUpload(try #require(error)))
        #expect(server.requests.count == 1)
    }

    @Test func privateAddressesMayBeForbidden() throws {
        let server = try LoopbackServer { Self.respond(to: $0) }
        #expect(throws: StorageError.self) { try open(server, allowsPrivate: false) }
        #expect(server.requests.isEmpty)
    }

    @Test func redirectsAreFollowed() throws {
        let server = try LoopbackServer { request in
            request.target == "/from"
                ? .status(302, ["Location": "/to"]) : Self.respond(to: request)
        }
        #expect(try open(server, "/from").bytes() == Self.content)
        let loop = try LoopbackServer { _ in .status(302, ["Location": "/from"]) }
        #expect(throws: StorageError.self) { try open(loop, "/from") }
        #expect(loop.requests.count == 6)
    }
}
