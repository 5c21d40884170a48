import Hummingbird
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import StatusServer

/// One connection with a simulated clock.
@Suite struct ConnectionGuardTests {
    private static let head = HTTPRequestPart.head(
        HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/"))
    private static let bodyPart = HTTPRequestPart.body(ByteBuffer(string: "x"))
    private static let request = [head, .end(nil)]
    private static let response = [
        HTTPResponsePart.head(HTTPResponse(status: .ok)), .body(ByteBuffer(string: "x")),
        .end(nil),
    ]

    private func connect(_ connections: Connections = Connections(limit: 10)) throws
        -> EmbeddedChannel
    {
        let channel = EmbeddedChannel(
            handler: ConnectionGuard(.init(), connections, ConnectedClients()))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    private func wait(_ channel: EmbeddedChannel, _ seconds: Int64) {
        channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
    }

    @Test func connectionWithoutRequestIsClosed() throws {
        let channel = try connect()
        wait(channel, 29)
        #expect(channel.isActive)
        wait(channel, 1)
        #expect(!channel.isActive)
    }

    /// The timeout is for the whole body, not for each part.
    @Test func incompleteBodyIsClosed() throws {
        let channel = try connect()
        wait(channel, 29)
        try channel.writeInbound(Self.head)
        for _ in 0..<29 {
            wait(channel, 1)
            try channel.writeInbound(Self.bodyPart)
        }
        #expect(channel.isActive)
        wait(channel, 1)
        #expect(!channel.isActive)
    }

    @Test func slowResponseKeepsTheConnection() throws {
        let channel = try connect()
        for _ in 0..<3 {
            for part in Self.request { try channel.writeInbound(part) }
            wait(channel, 3600)
            for part in Self.response { try channel.writeOutbound(part) }
            wait(channel, 74)
            #expect(channel.isActive)
        }
        wait(channel, 1)
        #expect(!channel.isActive)
    }

    /// The next request starts before the response.
    @Test func incompletePipelinedRequestIsClosed() throws {
        let channel = try connect()
        for part in Self.request + [Self.head] { try channel.writeInbound(part) }
        for part in Self.response { try channel.writeOutbound(part) }
        wait(channel, 29)
        #expect(channel.isActive)
        wait(channel, 1)
        #expect(!channel.isActive)
    }

    /// A server may respond early and close the connection (RFC 9112, 9.6).
    @Test func earlyResponseIsTheLast() throws {
        let channel = try connect()
        try channel.writeInbound(Self.head)
        for part in Self.response { try channel.writeOutbound(part) }
        guard case .head(let head) = try channel.readOutbound(as: HTTPResponsePart.self) else {
            Issue.record("no response")
            return
        }
        #expect(head.headerFields[.connection] == "close")
        // The rest and another request are ignored.
        let received = try channel.readInbound(as: HTTPRequestPart.self)
        #expect(received == Self.head)
        for part in [Self.bodyPart, .end(nil)] + Self.request { try channel.writeInbound(part) }
        let more = try channel.readInbound(as: HTTPRequestPart.self)
        #expect(more == nil)
        wait(channel, 2)
        #expect(!channel.isActive)
    }

    @Test func unreadResponseIsClosed() throws {
        let channel = try connect()
        for part in Self.request { try channel.writeInbound(part) }
        for taken in [true, false] {
            channel.isWritable = false
            channel.pipeline.fireChannelWritabilityChanged()
            wait(channel, 29)
            #expect(channel.isActive)
            channel.isWritable = taken
            channel.pipeline.fireChannelWritabilityChanged()
            wait(channel, 1)
            #expect(channel.isActive == taken)
        }
    }

    /// A server that shuts down waits for responses, and only shortly for requests.
    @Test func shutdownShortensRequestTimeout() throws {
        for received in [[], [Self.head], Self.request] {
            let channel = try connect()
            for part in received { try channel.writeInbound(part) }
            channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
            wait(channel, 1)
            try channel.writeInbound(received.isEmpty ? Self.head : Self.bodyPart)
            if received.count == 2 {
                wait(channel, 3600)
                for part in Self.response { try channel.writeOutbound(part) }
            }
            #expect(channel.isActive)
            wait(channel, 2)
            #expect(!channel.isActive)
        }
    }

    @Test func slowestConnectionIsClosedAtTheLimit() throws {
        let connections = Connections(limit: 3)
        var channels: [EmbeddedChannel] = []
        func connectAnother() throws { channels.append(try connect(connections)) }
        func send(_ index: Int) throws {
            for part in Self.request { try channels[index].writeInbound(part) }
        }
        var open: [Int] { channels.indices.filter { channels[$0].isActive } }
        for _ in 0..<4 { try connectAnother() }
        #expect(open == [1, 2, 3])
        // A connection that waits for the server is not closed.
        try send(1)
        for closed in [2, 3, 4] {
            try connectAnother()
            #expect(!open.contains(closed) && open.contains(1))
        }
        // All connections wait for the server, that one for the longest time.
        try send(5)
        try send(6)
        try connectAnother()
        #expect(open == [5, 6, 7])
    }
}
