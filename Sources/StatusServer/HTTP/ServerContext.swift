internal import Hummingbird

/// The context of a request.
struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The client, which the authentication middleware sets.
    var client = Client.unauthenticated

    init(source: ApplicationRequestContextSource) { coreContext = .init(source: source) }
}
