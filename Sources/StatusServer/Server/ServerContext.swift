internal import Hummingbird

/// What a handler knows beside its request.
struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// Closes the connection after some seconds, unless what it gives back is called.
    let hangUp: @Sendable (_ seconds: Int64) -> (@Sendable () -> Void)

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        let channel = source.channel
        hangUp = { seconds in
            let closing = channel.eventLoop.scheduleTask(in: .seconds(seconds)) {
                channel.close(promise: nil)
            }
            return { closing.cancel() }
        }
    }
}
