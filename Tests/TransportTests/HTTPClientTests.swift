import Foundation
import Synchronization
import TestSupport
import Testing
import Transport

@Suite(.timeLimit(.minutes(5))) struct HTTPClientTests {
    private let client = HTTPClient(userAgent: "test/1")

    private func request(
        _ method: String, _ url: String, body: HTTPBody = .none, maxRedirects: Int = 0,
        memoryLimit: Int = 1 << 20
    ) -> HTTPRequest {
        HTTPRequest(
            method, url, body: body, allowsPrivate: true,
            timeouts: HTTPTimeouts(connect: 5, stall: 60), maxRedirects: maxRedirects,
            memoryLimit: memoryLimit)
    }

    @Test func missingHostIsReportedAtEachAttempt() throws {
        for _ in 0..<3 {
            let error = #expect(throws: TransportError.self) {
                try client.send(request("GET", "http://nohost.invalid/"))
            }
            #expect(error?.kind == .resolve)
        }
    }

    @Test func requestHasItsHeadersAndNoExpect() throws {
        let server = try LoopbackServer(.status(200, ["X-Answer": " 42 "], body: [1, 2]))
        var request = request(
            "PUT", server.url + "/a//b/../c?x=%20",
            body: .bytes([UInt8](repeating: 7, count: 3 << 20)))
        request.headers = [HTTPHeader("X-Name", "value")]
        let response = try client.send(request)
        #expect(response.head.status == 200)
        #expect(response.head["x-answer"] == "42")
        #expect(response.body == [1, 2])
        #expect(response.isComplete)
        let seen = try #require(server.requests.first)
        #expect(seen.method == "PUT")
        #expect(seen.target == "/a//b/../c?x=%20")
        #expect(seen["X-Name"] == "value")
        #expect(seen["User-Agent"] == "test/1")
        #expect(seen["Content-Length"] == "\(3 << 20)")
        #expect(seen["Expect"] == nil)
        #expect(seen["Transfer-Encoding"] == nil)
        #expect(seen.body == [UInt8](repeating: 7, count: 3 << 20))
    }

    @Test func fileRangeIsStreamed() throws {
        let folder = try TemporaryFolder("body")
        let file = folder.url.appending(path: "file")
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        try Data(bytes).write(to: file)
        let handle = try FileHandle(forReadingFrom: file)
        let server = try LoopbackServer(.status(200))
        let body = HTTPBody.file(descriptor: handle.fileDescriptor, range: 1000..<2_500_000)
        _ = try client.send(request("PUT", server.url, body: body))
        #expect(server.requests.first?.body == Array(bytes[1000..<2_500_000]))
        var read: [UInt8] = []
        try body.forEachChunk { read += $0 }
        #expect(read == Array(bytes[1000..<2_500_000]))
    }

    @Test func fileThatBecameShorterEndsTheRequest() throws {
        let folder = try TemporaryFolder("body")
        let file = folder.url.appending(path: "file")
        try Data(count: 10).write(to: file)
        let handle = try FileHandle(forReadingFrom: file)
        let server = try LoopbackServer(.status(200))
        let body = HTTPBody.file(descriptor: handle.fileDescriptor, range: 0..<20)
        let error = #expect(throws: TransportError.self) {
            try client.send(request("PUT", server.url, body: body))
        }
        #expect(error?.kind == .body)
        #expect(throws: TransportError.self) { try body.forEachChunk { _ in } }
    }

    @Test(arguments: ["PUT", "POST"])
    func emptyBodyHasALength(_ method: String) throws {
        let server = try LoopbackServer(.status(204))
        _ = try client.send(request(method, server.url))
        #expect(server.requests.first?["Content-Length"] == "0")
    }

    @Test func headResponseHasNoBody() throws {
        let server = try LoopbackServer(.status(200, length: 1000))
        let response = try client.send(request("HEAD", server.url))
        #expect(response.head["Content-Length"] == "1000")
        #expect(response.body.isEmpty)
        #expect(server.requests.first?.method == "HEAD")
    }

    @Test func connectionServesManyRequests() throws {
        let server = try LoopbackServer(.status(206, body: [1]))
        for _ in 0..<10 { _ = try client.send(request("GET", server.url)) }
        #expect(server.requests.count == 10)
        #expect(server.connectionCount == 1)
    }

    @Test func bodyThatWasSentTwiceIsReported() throws {
        let server = try LoopbackServer { request in
            request.connection == 0 && request.body == [2] ? .text("") : .status(200)
        }
        #expect(try !client.send(request("PUT", server.url, body: .bytes([1]))).isRepeated)
        #expect(try client.send(request("PUT", server.url, body: .bytes([2]))).isRepeated)
        #expect(server.requests.map(\.body) == [[1], [2], [2]])
    }

    /// libcurl checks addresses only when it connects.
    @Test func connectionToPrivateAddressIsNotReusedForPublicOnly() throws {
        let server = try LoopbackServer(.status(200))
        _ = try client.send(request("GET", server.url))
        var strict = request("GET", server.url)
        strict.allowsPrivate = false
        let error = #expect(throws: TransportError.self) { try client.send(strict) }
        #expect(error?.kind == .privateAddress)
        #expect(server.requests.count == 1)
    }

    @Test func bodyGoesToTheSinkOfItsStatus() throws {
        let server = try LoopbackServer { request in
            request.target == "/a" ? .status(206, body: [1, 2, 3]) : .status(404, body: [9])
        }
        let taken = Mutex<[UInt8]>([])
        let sink: (HTTPHead) -> HTTPSink? = { head in
            guard head.status == 206 else { return nil }
            return { bytes in
                taken.withLock { $0 += bytes }
                return true
            }
        }
        #expect(try client.send(request("GET", server.url + "/a"), sink: sink).body.isEmpty)
        #expect(try client.send(request("GET", server.url + "/b"), sink: sink).body == [9])
        #expect(taken.withLock(\.self) == [1, 2, 3])
    }

    @Test func sinkStopsTheTransfer() throws {
        let server = try LoopbackServer(.endless("HTTP/1.1 200 OK\r\n\r\nxxxxxxxxxxxxxxxx"))
        let response = try client.send(request("GET", server.url), sink: { _ in { _ in false } })
        #expect(response.head.status == 200)
        #expect(!response.isComplete)
    }

    @Test func memoryOfABodyIsLimited() throws {
        let server = try LoopbackServer(.status(200, body: [UInt8](repeating: 1, count: 5000)))
        let response = try client.send(request("GET", server.url, memoryLimit: 100))
        #expect(response.body.count == 100)
        #expect(!response.isComplete)
    }

    @Test func shortBodyIsACutConnection() throws {
        let server = try LoopbackServer(.status(200, body: [1, 2], length: 10, closes: true))
        let error = #expect(throws: TransportError.self) {
            try client.send(request("GET", server.url))
        }
        #expect(error?.kind == .cut)
        #expect(error?.isTransient == true)
    }

    @Test func interimResponseIsSkipped() throws {
        let server = try LoopbackServer(
            .text(
                "HTTP/1.1 103 Early\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx"))
        let response = try client.send(request("GET", server.url))
        #expect(
            response.head == HTTPHead(status: 200, headers: [HTTPHeader("Content-Length", "1")]))
    }

    @Test func stalledTransferTimesOut() throws {
        let server = try LoopbackServer(.noResponse)
        var request = request("GET", server.url)
        request.timeouts = HTTPTimeouts(connect: 5, stall: 1)
        let error = #expect(throws: TransportError.self) { try client.send(request) }
        #expect(error?.kind == .timeout)
    }

    @Test func cancellationEndsTheRequest() throws {
        let server = try LoopbackServer(.noResponse)
        let error = #expect(throws: TransportError.self) {
            try client.send(request("GET", server.url), isCancelled: { !server.requests.isEmpty })
        }
        #expect(error?.kind == .cancelled)
    }

    @Test(arguments: ["file:///etc/passwd", "gopher://127.0.0.1/", "http://", "://"])
    func otherSchemesAreRejected(_ url: String) {
        #expect(throws: TransportError.self) { try client.send(request("GET", url)) }
    }
}
