internal import NIOCore
internal import NIOHTTP1

/// Lets clients of HTTP/1.0 be as those of 1.1 that want one answer, which is then not sent in chunks (RFC 9112, 6.1).
///
/// It stands before the codec behind which nobody knows a request's version.
final class OldHTTP: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private var isOld = false

    /// Puts one behind the decoder of a pipeline, where there is a decoder.
    static func stand(in pipeline: ChannelPipeline) {
        let operations = pipeline.syncOperations
        guard
            let decoder = try? operations.handler(
                type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        else { return }
        try? operations.addHandler(OldHTTP(), position: .after(decoder))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data), head.version == .http1_0 else {
            context.fireChannelRead(data)
            return
        }
        isOld = true
        head.headers.replaceOrAdd(name: "Connection", value: "close")
        head.headers.remove(name: "Expect")
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isOld, case .head(var head) = unwrapOutboundIn(data) else {
            context.write(data, promise: promise)
            return
        }
        head.version = .http1_0
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}
