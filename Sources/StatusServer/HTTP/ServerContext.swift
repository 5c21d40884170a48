internal import Hummingbird

/// The context of a request.
struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage

    init(source: ApplicationRequestContextSource) { coreContext = .init(source: source) }
}
