internal import NIOCore
internal import NIOHTTP1

/// Converts requests of HTTP/1.0 to requests of HTTP/1.1 with one response, which is not chunked (RFC 9112, 6.1).
///
/// The handler precedes the codec that drops a request's version.
final class HTTP10Handler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private var isHTTP10 = false

    /// Inserts a handler after the decoder of a pipeline, if it has one.
    static func insert(into pipeline: ChannelPipeline) {
        let operations = pipeline.syncOperations
        guard
            let decoder = try? operations.handler(
                type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        else { return }
        try? operations.addHandler(HTTP10Handler(), position: .after(decoder))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data), head.version == .http1_0 else {
            context.fireChannelRead(data)
            return
        }
        isHTTP10 = true
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        head.headers.remove(name: "Expect")
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isHTTP10, case .head(var head) = unwrapOutboundIn(data) else {
            context.write(data, promise: promise)
            return
        }
        head.version = .http1_0
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}
