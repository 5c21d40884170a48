import Synchronization
import TestSupport
import Testing
import Transport

@testable import S3

/// Requests that a server refuses because their temporary credentials have expired.
@Suite(.timeLimit(.minutes(5))) struct ExpiredCredentialsTests {
    /// Credentials that are replaced by the next ones when they are discarded.
    private final class NumberedSource: CredentialsSource {
        private let number = Mutex(1)
        private let last: Int

        init(last: Int) { self.last = last }

        func credentials() -> Credentials {
            Credentials(accessKey: "AK\(number.withLock(\.self))", secretKey: "secret")
        }

        func discard(_ rejected: Credentials) {
            number.withLock { if rejected.accessKey == "AK\($0)" { $0 = min($0 + 1, last) } }
        }
    }

    /// A server that knows one access key.
    private func server(
        _ valid: String, error: LoopbackServer.Response = .error(400, "ExpiredToken")
    ) throws -> LoopbackServer {
        try LoopbackServer { request in
            guard request["Authorization"]?.contains("Credential=\(valid)/") == true else {
                return request.method == "HEAD" ? .status(400) : error
            }
            switch request.method {
            case "HEAD": return .object(size: 1)
            case "GET":
                return .status(
                    206, ["Content-Range": "bytes 0-0/1", "ETag": "\"e\""], body: [7])
            default: return .status(200)
            }
        }
    }

    private func client(_ server: LoopbackServer, last: Int = 2) throws -> S3Client {
        S3Client(
            bucket: "bucket", settings: BucketSettings(endpoint: try S3Endpoint(server.url)),
            credentials: NumberedSource(last: last), http: HTTPClient(userAgent: "test"))
    }

    @Test(arguments: ["ExpiredToken", "ExpiredTokenException"])
    func requestIsSignedAgainWithFreshCredentials(_ code: String) throws {
        let server = try server("AK2", error: .error(400, code))
        let client = try client(server)
        guard case .written = try client.put(.bytes([1]), to: "k") else {
            Issue.record("not written")
            return
        }
        let writes = server.requests.filter { $0.method == "PUT" }
        #expect(writes.count == 2)
        #expect(writes.allSatisfy { $0.body == [1] })
    }

    /// A response to HEAD has no body, so that its reason is unknown.
    @Test func propertiesAreReadWithFreshCredentials() throws {
        let server = try server("AK2")
        #expect(try client(server).head("k")?.size == 1)
        #expect(server.requests.map(\.method) == ["HEAD", "GET", "GET", "HEAD"])
    }

    @Test func readContinuesWithFreshCredentials() throws {
        let taken = Mutex<[UInt8]>([])
        let server = try server("AK2")
        try client(server).read("k", range: 0..<1, pin: .etag("\"e\"")) { bytes in
            taken.withLock { $0 += bytes }
            return true
        }
        #expect(taken.withLock(\.self) == [7])
        #expect(server.requests.count == 2)
    }

    /// The source has no other credentials, or those are rejected too.
    @Test(arguments: [(1, 1), (3, 2)])
    func credentialsAreReplacedOnce(last: Int, requests: Int) throws {
        let server = try server("AK9")
        let client = try client(server, last: last)
        let error = #expect(throws: S3Error.self) { try client.delete("k") }
        #expect(error?.code == .expiredCredentials)
        #expect(server.requests.count == requests)
    }
}
