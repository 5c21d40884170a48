import TestSupport
import Testing

@testable import Transport

@Suite(.timeLimit(.minutes(5))) struct RedirectTests {
    private static let publicPeer = InternetAddress(bytes: [8, 8, 8, 8])
    private static let privatePeer = InternetAddress(bytes: [127, 0, 0, 1])

    private func request(_ url: String, maxRedirects: Int) -> HTTPRequest {
        HTTPRequest("GET", url, allowsPrivate: true, maxRedirects: maxRedirects)
    }

    @Test func redirectsAreFollowedUpToTheLimit() throws {
        let server = try LoopbackServer { request in
            let number = Int(request.target.dropFirst()) ?? 0
            return number == 5
                ? .status(200, body: [5])
                : .status(302, ["Location": "/\(number + 1)"], body: [0])
        }
        let client = HTTPClient(userAgent: "test")
        #expect(try client.send(request(server.url + "/0", maxRedirects: 5)).body == [5])
        let error = #expect(throws: TransportError.self) {
            try client.send(request(server.url + "/0", maxRedirects: 4))
        }
        #expect(error?.kind == .redirect)
        let response = try client.send(request(server.url + "/0", maxRedirects: 0))
        #expect(response.head.status == 302)
    }

    @Test(arguments: [
        ("https://a.example/x", "http://a.example/x"), ("http://a.example/", "ftp://a.example/"),
        ("http://a.example/", "file:///etc/passwd"), ("http://a.example/", "//u:p@b.example/"),
        ("http://a.example/", "http://["),
    ])
    func redirectIsRejected(_ base: String, _ target: String) {
        var request = request(base, maxRedirects: 5)
        let error = #expect(throws: TransportError.self) {
            try Redirect.follow(target, from: Self.publicPeer, &request)
        }
        #expect(error?.kind == .redirect)
        #expect(request.url == base)
    }

    @Test(arguments: [
        ("/c", true), ("http://A.example:81/", true), ("http://b.example/", false),
        ("//b.example/", false),
    ])
    func redirectToAnExcludedHostIsRejected(_ target: String, isFollowed: Bool) {
        var request = request("http://a.example/", maxRedirects: 5)
        request.redirectHosts = ["a.example"]
        let result = Result { () throws(TransportError) in
            try Redirect.follow(target, from: Self.privatePeer, &request)
        }
        #expect(((try? result.get()) != nil) == isFollowed)
    }

    @Test func privateAddressAfterPublicOneIsNotAllowed() throws {
        var request = request("http://a.example/", maxRedirects: 5)
        try Redirect.follow("http://b.example/", from: Self.privatePeer, &request)
        #expect(request.allowsPrivate)
        try Redirect.follow("/c", from: Self.publicPeer, &request)
        #expect(!request.allowsPrivate)
        #expect(request.url == "http://b.example/c")
    }

    @Test(arguments: [
        ("/next", true), ("http://a.example:81/", false), ("https://a.example/", false),
    ])
    func otherOriginsGetNoAuthorization(_ target: String, isSent: Bool) throws {
        var request = request("http://a.example/", maxRedirects: 5)
        request.headers = [HTTPHeader("authorization", "x"), HTTPHeader("Range", "bytes=0-1")]
        try Redirect.follow(target, from: Self.publicPeer, &request)
        #expect(request.headers.contains { $0.name == "authorization" } == isSent)
        #expect(request.headers.contains { $0.name == "Range" })
    }
}
