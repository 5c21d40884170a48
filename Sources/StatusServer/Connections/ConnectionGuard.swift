internal import Hummingbird
internal import NIOCore
internal import NIOHTTPTypes

/// Closes a connection whose client lets the server wait: for a request, for the rest of one, or to take its answer.
///
/// An answer that comes before the whole of its request has come, as refusals do, is the connection's last, and so is one whose
/// client says so: what still comes is not read by anybody.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    struct Limits: Sendable {
        /// For a request's head; then for its body; and for a client to take what was sent.
        var patience = Duration.seconds(30)
        /// For another request's head, after an answer: longer than the minute for which proxies keep connections, whose requests
        /// would now and then meet the end of one.
        var idle = Duration.seconds(75)
        /// How long a client gets to read its last answer: closed at once, the connection might take it along.
        var farewell = Duration.seconds(2)
        /// At once.
        var connections = 256
    }

    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private var limits: Limits
    private let connections: Connections
    private var isOpen = false
    /// Requests that have come as a whole and are not answered.
    private var owed = 0
    /// One has begun to come.
    private var isComing = false
    /// The newest one's client wants no more answers.
    private var saysClose = false
    /// The answer that is being given, or was, is the last one.
    private var isLast = false
    private var closing: Scheduled<Void>?

    init(_ limits: Limits, _ connections: Connections) {
        self.limits = limits
        self.connections = connections
    }

    // MARK: The connection

    func handlerAdded(context: ChannelHandlerContext) {
        OldHTTP.stand(in: context.pipeline)
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
        look(context)
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // The server ends: what it owes is still given, but hardly anything is waited for.
        if event is ChannelShouldQuiesceEvent {
            (limits.patience, limits.idle) = (limits.farewell, limits.farewell)
            if closing != nil { close(context, in: limits.patience) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    private func open(_ context: ChannelHandlerContext) {
        guard !isOpen else { return }
        isOpen = true
        close(context, in: limits.patience)
        connections.open(context.channel)
    }

    // MARK: What comes and goes

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isLast, isComing || !saysClose else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            isComing = true
            saysClose = head.saysClose
            if closing != nil { close(context, in: limits.patience) }
            // RFC 9110, 10.1.1: its client would wait a while before it sends the body.
            if owed == 0, head.headerFields[.expect]?.lowercased() == "100-continue" {
                let answer = HTTPResponsePart.head(HTTPResponse(status: .continue))
                context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
            }
        case .body: break
        case .end:
            isComing = false
            owed += 1
            look(context)
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head) where owed == 0 || owed == 1 && saysClose && !isComing:
            isLast = true
            head.headerFields[.connection] = "close"
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .head, .body:
            context.write(data, promise: promise)
        case .end where isLast:
            context.writeAndFlush(data, promise: promise)
            context.close(mode: .output, promise: nil)
            close(context, in: limits.farewell)
        case .end:
            owed -= 1
            context.write(data, promise: promise)
            look(context)
        }
    }

    // MARK: Who waits for whom

    private func look(_ context: ChannelHandlerContext) {
        guard !isLast else { return }
        let isWaitedFor = owed == 0 || !context.channel.isWritable
        guard isWaitedFor != (closing != nil) else { return }
        connections.set(context.channel, isWaitedFor: isWaitedFor)
        if isWaitedFor {
            let isIdle = owed == 0 && !isComing && context.channel.isWritable
            close(context, in: isIdle ? limits.idle : limits.patience)
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
    /// Whether its answer is to be the connection's last: RFC 9110, 7.6.1, a list of words in any case.
    fileprivate var saysClose: Bool {
        headerFields[values: .connection].flatMap { $0.split(separator: ",") }.contains {
            $0.trimmingPrefix { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
                .lowercased() == "close"
        }
    }
}
