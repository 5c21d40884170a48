import JobQueue
import Logging
import TestSupport
import Testing

@testable import StatusServer

@Suite struct ListenAddressTests {
    @Test(arguments: [
        ("127.0.0.1:8080", "127.0.0.1", 8080, true), ("8080", "127.0.0.1", 8080, true),
        ("localhost:0", "localhost", 0, true), ("[::1]:443", "::1", 443, true),
        ("127.8.9.10:1", "127.8.9.10", 1, true), ("0.0.0.0:80", "0.0.0.0", 80, false),
        ("[::]:80", "::", 80, false), ("10.0.0.5:80", "10.0.0.5", 80, false),
        ("queue.example:80", "queue.example", 80, false),
    ])
    func addressIsParsed(_ text: String, _ host: String, _ port: Int, _ isLoopback: Bool) throws {
        let address = try ListenAddress(text)
        #expect(address.host == host)
        #expect(address.port == port)
        #expect(address.isLoopback == isLoopback)
    }

    @Test(arguments: [
        "", ":8080", "host:", "host", "::1:80", "[::1]", "host:70000", "[host]:80", "a:-1",
    ])
    func invalidAddressIsRejected(_ text: String) {
        #expect(throws: QueueError.self) { try ListenAddress(text) }
    }

    @Test func usedPortIsReported() async throws {
        try await TestServer.run { server in
            let address = try ListenAddress("127.0.0.1:\(server.client.port)")
            let second = try HTTPService(
                .init(address: address), host: .init(), store: server.store, logger: .disabled)
            let error = try await #require(throws: QueueError.self) { try await second.run() }
            #expect(error.subject == "\(address)")
            #expect(error.code == .refused)
            #expect(error.message == "cannot listen: Address already in use")
        }
    }

    @Test(arguments: ["0.0.0.0:0", "[::]:0", "192.168.0.1:0", "queue.example:0"])
    func publicAddressRequiresAToken(_ text: String) async throws {
        let folder = try TemporaryFolder("queue")
        let store = try await QueueURL("sqlite:" + folder.database).open()
        let logger = Logger(label: "test")
        var settings = HTTPService.Settings(address: try ListenAddress(text))
        #expect(throws: QueueError.self) {
            try HTTPService(settings, host: .init(), store: store, logger: logger)
        }
        settings.tokens = AccessTokens([AccessToken(secret: "s3cret")])
        _ = try HTTPService(settings, host: .init(), store: store, logger: logger)
    }
}
