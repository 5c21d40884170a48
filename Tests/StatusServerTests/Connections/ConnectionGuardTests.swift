import Hummingbird
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import StatusServer

/// One connection, on a clock of its own.
@Suite struct ConnectionGuardTests {
    private static let head = HTTPRequestPart.head(
        HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/"))
    private static let piece = HTTPRequestPart.body(ByteBuffer(string: "x"))
    private static let request = [head, .end(nil)]
    private static let answer = [
        HTTPResponsePart.head(HTTPResponse(status: .ok)), .body(ByteBuffer(string: "x")),
        .end(nil),
    ]

    private func connect(_ connections: Connections = Connections(most: 10)) throws
        -> EmbeddedChannel
    {
        let channel = EmbeddedChannel(handler: ConnectionGuard(.init(), connections))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    private func wait(_ channel: EmbeddedChannel, _ seconds: Int64) {
        channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
    }

    @Test func aRequestHasToCome() throws {
        let channel = try connect()
        wait(channel, 29)
        #expect(channel.isActive)
        wait(channel, 1)
        #expect(!channel.isActive)
    }

    /// However steadily the bytes trickle.
    @Test func aBodyHasToComeAsAWhole() throws {
        let channel = try connect()
        wait(channel, 29)
        try channel.writeInbound(Self.head)
        for _ in 0..<29 {
            wait(channel, 1)
            try channel.writeInbound(Self.piece)
        }
        #expect(channel.isActive)
        wait(channel, 1)
        #expect(!channel.isActive)
    }

    @Test func theServerMayTakeItsTimeAndTheClientMayAskAgain() throws {
        let channel = try connect()
        for _ in 0..<3 {
            for part in Self.request { try channel.writeInbound(part) }
            wait(channel, 3600)
            for part in Self.answer { try channel.writeOutbound(part) }
            wait(channel, 74)
            #expect(channel.isActive)
        }
        wait(channel, 1)
        #expect(!channel.isActive)
    }

    /// It has begun to come before its turn.
    @Test func aNextRequestHasToComeAsAWhole() throws {
        let channel = try connect()
        for part in Self.request + [Self.head] { try channel.writeInbound(part) }
        for part in Self.answer { try channel.writeOutbound(part) }
        wait(channel, 29)
        #expect(channel.isActive)
        wait(channel, 1)
        #expect(!channel.isActive)
    }

    /// RFC 9112, 7.3.1 and 9.6: a server may answer early, and then says that it closes.
    @Test func anAnswerBeforeTheEndOfItsRequestIsTheLast() throws {
        let channel = try connect()
        try channel.writeInbound(Self.head)
        for part in Self.answer { try channel.writeOutbound(part) }
        guard case .head(let head) = try channel.readOutbound(as: HTTPResponsePart.self) else {
            Issue.record("no answer")
            return
        }
        #expect(head.headerFields[.connection] == "close")
        // Even where the rest comes, and another request: nobody is given it.
        let begun = try channel.readInbound(as: HTTPRequestPart.self)
        #expect(begun == Self.head)
        for part in [Self.piece, .end(nil)] + Self.request { try channel.writeInbound(part) }
        let more = try channel.readInbound(as: HTTPRequestPart.self)
        #expect(more == nil)
        wait(channel, 2)
        #expect(!channel.isActive)
    }

    @Test func anAnswerHasToBeTaken() throws {
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

    /// A server that ends waits for its own answers, and hardly for requests.
    @Test func whenTheServerEndsARequestHasToComeSoon() throws {
        for begun in [[], [Self.head], Self.request] {
            let channel = try connect()
            for part in begun { try channel.writeInbound(part) }
            channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
            wait(channel, 1)
            try channel.writeInbound(begun.isEmpty ? Self.head : Self.piece)
            if begun.count == 2 {
                wait(channel, 3600)
                for part in Self.answer { try channel.writeOutbound(part) }
            }
            #expect(channel.isActive)
            wait(channel, 2)
            #expect(!channel.isActive)
        }
    }

    @Test func whereThereAreTooManyTheSlowestMakesRoom() throws {
        let connections = Connections(most: 3)
        var channels: [EmbeddedChannel] = []
        func connectAnother() throws { channels.append(try connect(connections)) }
        func ask(_ place: Int) throws {
            for part in Self.request { try channels[place].writeInbound(part) }
        }
        var open: [Int] { channels.indices.filter { channels[$0].isActive } }
        for _ in 0..<4 { try connectAnother() }
        #expect(open == [1, 2, 3])
        // One is being served for longer than others have been waited for: it stays.
        try ask(1)
        for gone in [2, 3, 4] {
            try connectAnother()
            #expect(!open.contains(gone) && open.contains(1))
        }
        // All are being served, that one for longest.
        try ask(5)
        try ask(6)
        try connectAnother()
        #expect(open == [5, 6, 7])
    }
}
