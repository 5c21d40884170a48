internal import Hummingbird
internal import NIOCore
internal import NIOHTTPTypes

/// Enforces timeouts on connections: for a request, for the rest of its body, and for reading the response.
///
/// A response before the end of its request, such as an error, is the connection's last one, and so is a response to a request
/// with `Connection: close`; later input is ignored.
///
/// Hummingbird's `idleTimeout` is not used: it starts again with each part of a body, and does not apply to a response that the
/// client does not read.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    struct Limits: Sendable {
        /// The timeout for a request's head, then for its body, and for the client to read the response.
        var requestTimeout = Duration.seconds(30)
        /// The timeout for the next request; longer than the minute for which proxies reuse idle connections, so that a proxy's
        /// request does not meet a closing connection.
        var idleTimeout = Duration.seconds(75)
        /// The time for a client to read its last response: closing the connection at once could discard the response.
        var closeTimeout = Duration.seconds(2)
        /// The maximum number of connections.
        var connections = 256
    }

    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private var limits: Limits
    private let connections: Connections
    private let clients: ConnectedClients
    private var isOpen = false
    /// The number of complete requests without a complete response.
    private var pendingResponses = 0
    /// Whether a request has been received partially.
    private var isReceiving = false
    /// Whether the newest request has `Connection: close`.
    private var closesAfterResponse = false
    /// Whether the present or last response is the connection's last.
    private var isLast = false
    private var closing: Scheduled<Void>?

    init(_ limits: Limits, _ connections: Connections, _ clients: ConnectedClients) {
        self.limits = limits
        self.connections = connections
        self.clients = clients
    }

    // MARK: The connection

    func handlerAdded(context: ChannelHandlerContext) {
        HTTP10Handler.insert(into: context.pipeline)
        try? context.pipeline.syncOperations.addHandler(
            ClientCloseHandler(clients), position: .first)
        if context.channel.isActive { open(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        open(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        closing?.cancel()
        connections.closed(context.channel)
        context.fireChannelInactive()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        updateTimeout(context)
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // The server shuts down: pending responses are sent, with short timeouts.
        if event is ChannelShouldQuiesceEvent {
            (limits.requestTimeout, limits.idleTimeout) = (
                limits.closeTimeout, limits.closeTimeout
            )
            if closing != nil { close(context, in: limits.requestTimeout) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    private func open(_ context: ChannelHandlerContext) {
        guard !isOpen else { return }
        isOpen = true
        close(context, in: limits.requestTimeout)
        connections.open(context.channel)
        clients.opened(context.channel)
    }

    // MARK: Requests and responses

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isLast, isReceiving || !closesAfterResponse else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            isReceiving = true
            closesAfterResponse = head.requestsClose
            if closing != nil { close(context, in: limits.requestTimeout) }
            // The client may wait before it sends the body (RFC 9110, 10.1.1).
            if pendingResponses == 0, head.headerFields[.expect]?.lowercased() == "100-continue" {
                let response = HTTPResponsePart.head(HTTPResponse(status: .continue))
                context.writeAndFlush(wrapOutboundOut(response), promise: nil)
            }
        case .body: break
        case .end:
            isReceiving = false
            pendingResponses += 1
            updateTimeout(context)
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head)
        where pendingResponses == 0 || pendingResponses == 1 && closesAfterResponse && !isReceiving:
            isLast = true
            head.headerFields[.connection] = "close"
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .head, .body:
            context.write(data, promise: promise)
        case .end where isLast:
            context.writeAndFlush(data, promise: promise)
            context.close(mode: .output, promise: nil)
            close(context, in: limits.closeTimeout)
        case .end:
            pendingResponses -= 1
            context.write(data, promise: promise)
            updateTimeout(context)
        }
    }

    // MARK: Timeouts

    private func updateTimeout(_ context: ChannelHandlerContext) {
        guard !isLast else { return }
        let waitsForClient = pendingResponses == 0 || !context.channel.isWritable
        guard waitsForClient != (closing != nil) else { return }
        connections.set(context.channel, waitsForClient: waitsForClient)
        if waitsForClient {
            let isIdle = pendingResponses == 0 && !isReceiving && context.channel.isWritable
            close(context, in: isIdle ? limits.idleTimeout : limits.requestTimeout)
        } else {
            closing?.cancel()
            closing = nil
        }
    }

    private func close(_ context: ChannelHandlerContext, in time: Duration) {
        closing?.cancel()
        let channel = context.channel
        closing = channel.eventLoop.scheduleTask(in: TimeAmount(time)) {
            channel.close(promise: nil)
        }
    }
}

extension HTTPRequest {
    /// Whether the connection is to be closed after the response: a case-insensitive token of a list (RFC 9110, 7.6.1).
    fileprivate var requestsClose: Bool {
        headerFields[values: .connection].flatMap { $0.split(separator: ",") }.contains {
            $0.trimmingPrefix { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
                .lowercased() == "close"
        }
    }
}
