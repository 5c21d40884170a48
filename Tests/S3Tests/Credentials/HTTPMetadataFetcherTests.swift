import TestSupport
import Testing
import Transport

@testable import S3

/// Requests for credentials to a server on loopback.
@Suite struct HTTPMetadataFetcherTests {
    private let fetcher = HTTPMetadataFetcher(http: HTTPClient(userAgent: "test"))

    private func request(_ server: LoopbackServer, timeout: Double = 10) -> MetadataRequest {
        var request = MetadataRequest(
            method: .post, url: server.url + "/hidden-path", form: Secret("hidden-form"),
            timeout: timeout)
        request.headers = [("X-Token", Secret("hidden-token"))]
        return request
    }

    @Test func sendsHeadersAndForm() throws {
        let server = try LoopbackServer { request in
            let isExpected =
                request.method == "POST" && request.target == "/hidden-path"
                && request["X-Token"] == "hidden-token"
                && request.body == Array("hidden-form".utf8)
            return .status(isExpected ? 201 : 400, body: Array("body".utf8))
        }
        let response = try fetcher.response(to: request(server))
        #expect(response.status == 201)
        #expect(response.body.reveal() == "body")
    }

    @Test func redirectsAreResponses() throws {
        let server = try LoopbackServer { _ in .status(302, ["Location": "/other"]) }
        var request = MetadataRequest(method: .get, url: server.url + "/a", timeout: 10)
        request.headers = [("X-Token", Secret("hidden-token"))]
        #expect(try fetcher.response(to: request).status == 302)
        #expect(server.requests.count == 1)
    }

    @Test func bodiesAreLimited() throws {
        let server = try LoopbackServer { request in
            .status(
                200,
                body: Array(
                    repeating: 65, count: request["X-Token"] == nil ? 1 << 20 : (1 << 20) + 1))
        }
        let plain = MetadataRequest(method: .get, url: server.url, timeout: 10)
        #expect(try fetcher.response(to: plain).body.reveal().utf8.count == 1 << 20)
        let error = try #require(throws: MetadataError.self) {
            try fetcher.response(to: request(server))
        }
        #expect(error.reason == "the response is larger than 1 MiB")
    }

    @Test func errorsHaveNoSecret() throws {
        let silent = try LoopbackServer { _ in .noResponse }
        let error = try #require(throws: MetadataError.self) {
            try fetcher.response(to: request(silent, timeout: 0.2))
        }
        #expect(error.reason == "no response within 0.2 s")
        let cut = try LoopbackServer { _ in .text("") }
        let other = try #require(throws: MetadataError.self) {
            try fetcher.response(to: request(cut))
        }
        #expect(!other.reason.contains("hidden"))
    }
}
