import Foundation
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Conformance

/// Packages on web servers and in buckets, behind loopback.
@Suite(.timeLimit(.minutes(5))) struct RemotePackageTests {
    /// Serves a folder; ranges only if asked to.
    private static func server(
        of folder: URL, ranges: Bool = true,
        before: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Response? = { _ in
            nil
        }
    ) throws -> LoopbackServer {
        try LoopbackServer { request in
            if let response = before(request) { return response }
            let name = request.target.prefix { $0 != "?" }.dropFirst()
            guard let data = try? Data(contentsOf: folder.appending(path: String(name))) else {
                return .status(404)
            }
            let bytes = [UInt8](data)
            let bounds = (request["Range"] ?? "").dropFirst("bytes=".count).split(separator: "-")
                .compactMap { Int($0) }
            guard ranges, bounds.count == 2 else { return .status(200, body: bytes) }
            guard bounds[0] < bytes.count else {
                return .status(416, ["Content-Range": "bytes */\(bytes.count)"])
            }
            let end = min(bounds[1] + 1, bytes.count)
            return .status(
                206, ["Content-Range": "bytes \(bounds[0])-\(end - 1)/\(bytes.count)"],
                body: Array(bytes[bounds[0]..<end]))
        }
    }

    private func findings(
        _ server: LoopbackServer, _ path: String = "/master.m3u8", hosts: [String] = []
    ) throws -> [ConformanceFinding] {
        try CheckedLocation(server.url + path, hosts: hosts).findings()
    }

    @Test(arguments: [true, false])
    func packageOnAWebServerHasNoFindings(ranges: Bool) async throws {
        let package = try await DefectivePackage()
        let server = try Self.server(of: package.folder.url, ranges: ranges)
        #expect(try findings(server) == [])
        #expect(try findings(server, "/") == [])
    }

    @Test func truncatedSegmentOnAWebServerIsFound() async throws {
        let package = try await DefectivePackage()
        try package.write(package.bytes(of: "1.m4s").dropLast(100), to: "1.m4s")
        let server = try Self.server(of: package.folder.url)
        let findings = try findings(server)
        #expect(findings.contains { $0.rule == .boxSize && $0.file == "1.m4s" })
    }

    /// The query of a URI is sent; no finding has it, nor that of the package.
    @Test func signedQueriesAreSentAndNotReported() async throws {
        let package = try await DefectivePackage()
        #expect(
            try package.replace("\nvideo.m3u8", with: "\nvideo.m3u8?sig=hidden", in: "master.m3u8"))
        #expect(try package.replace("1.m4s", with: "9.m4s?sig=hidden", in: "video.m3u8"))
        #expect(
            try package.replace(
                "2.m4s", with: "http://cdn.example/2.m4s?sig=hidden", in: "video.m3u8"))
        let server = try Self.server(of: package.folder.url)
        let findings = try findings(server, "/master.m3u8?sig=hidden")
        #expect(Set(findings.map(\.rule)).isSuperset(of: [.missingFile, .uncheckedFile]))
        #expect(findings.allSatisfy { !"\($0)".contains("hidden") })
        let targets = Set(server.requests.map(\.target))
        #expect(targets.isSuperset(of: ["/video.m3u8?sig=hidden", "/9.m4s?sig=hidden"]))
        #expect(targets.contains("/0.m4s"))
    }

    @Test func otherHostNeedsPermission() async throws {
        let package = try await DefectivePackage()
        let other = try Self.server(of: package.folder.url)
        let url = "http://localhost:\(other.port)/1.m4s"
        #expect(try package.replace("1.m4s", with: url, in: "video.m3u8"))
        let server = try Self.server(of: package.folder.url)
        #expect(try findings(server).map(\.rule) == [.uncheckedFile])
        #expect(other.requests.isEmpty)
        #expect(try findings(server, hosts: ["LOCALHOST"]) == [])
        #expect(!other.requests.isEmpty)
    }

    @Test func localPackageReadsAllowedHostsOnly() async throws {
        let package = try await DefectivePackage()
        let other = try Self.server(of: package.folder.url)
        #expect(try package.replace("1.m4s", with: other.url + "/1.m4s", in: "video.m3u8"))
        #expect(try package.findings().map(\.rule) == [.uncheckedFile])
        #expect(other.requests.isEmpty)
        #expect(try CheckedLocation(package.path, hosts: ["127.0.0.1"]).findings() == [])
    }

    @Test func redirectsToOtherHostsAndLoopsAreFindings() async throws {
        let package = try await DefectivePackage()
        let other = try Self.server(of: package.folder.url)
        let server = try Self.server(of: package.folder.url) { request in
            switch request.target {
            case "/0.m4s": .status(302, ["Location": "/0.m4s"])
            case "/1.m4s": .status(302, ["Location": "http://localhost:\(other.port)/1.m4s"])
            default: nil
            }
        }
        let missing = try findings(server).filter { $0.rule == .missingFile }
        // The playlist of I-frames names them, too.
        #expect(missing.count == 4)
        #expect(missing.first?.message.contains("more than 5 redirects") == true)
        #expect(other.requests.isEmpty)
        #expect(server.requests.count { $0.target == "/0.m4s" } == 12)
    }

    @Test func relativeURIsFollowTheRedirectOfTheirPlaylist() async throws {
        let package = try await DefectivePackage()
        let server = try Self.server(of: package.folder.url) { request in
            request.target == "/old/clip" ? .status(302, ["Location": "/master.m3u8"]) : nil
        }
        #expect(try findings(server, "/old/clip") == [])
    }

    /// Memory has the limit of a file at most.
    @Test func playlistWithoutAnEndIsFound() async throws {
        let package = try await DefectivePackage()
        let head = "HTTP/1.1 200 OK\r\n\r\n#EXTM3U\n"
        let line = String(repeating: "#EXTINF:1,\n0.m4s\n", count: 200_000)
        let server = try Self.server(of: package.folder.url) { request in
            request.target == "/video.m3u8"
                ? .bytes(Array((head + String(repeating: line, count: 12)).utf8), closes: true)
                : nil
        }
        #expect(try findings(server).map(\.rule) == [.playlistTooLarge])
    }

    @Test func packageInABucketIsRead() async throws {
        let package = try await DefectivePackage()
        let other = try Self.server(of: package.folder.url)
        let bucket = try MemoryBucket()
        let names = try FileManager.default.contentsOfDirectory(atPath: package.path)
        for name in names { bucket.put(try package.bytes(of: name), "clips/a/" + name) }
        var location = CheckedLocation("s3://bucket/clips/a", hosts: ["127.0.0.1"])
        location.environment = [
            "AWS_ACCESS_KEY_ID": "AKTEST", "AWS_SECRET_ACCESS_KEY": "secret",
            "AWS_REGION": "us-east-1", "AWS_ENDPOINT_URL_S3": bucket.url,
            "AWS_CONFIG_FILE": "/nowhere", "AWS_SHARED_CREDENTIALS_FILE": "/nowhere",
        ]
        #expect(try location.findings() == [])
        // A bucket is public: what it names may not have a private address.
        #expect(try package.replace("1.m4s", with: other.url + "/1.m4s", in: "video.m3u8"))
        bucket.put(try package.bytes(of: "video.m3u8"), "clips/a/video.m3u8")
        #expect(try location.findings().map(\.rule) == [.missingFile])
        #expect(other.requests.isEmpty)
    }

    /// No port of the host has a server.
    @Test func unreachableServerIsAnError() throws {
        let error = #expect(throws: StorageError.self) {
            try CheckedLocation("http://127.0.0.1:1/master.m3u8").findings()
        }
        #expect(error?.code == .objectStore)
    }

    @Test func timeIsLimited() async throws {
        let package = try await DefectivePackage()
        var location = CheckedLocation(package.path)
        location.isStopped = { true }
        #expect(try location.findings().map(\.rule) == [.limitExceeded])
    }
}
