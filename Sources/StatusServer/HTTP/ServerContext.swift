internal import Hummingbird

/// What a handler knows beside its request.
struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage

    init(source: ApplicationRequestContextSource) { coreContext = .init(source: source) }
}
