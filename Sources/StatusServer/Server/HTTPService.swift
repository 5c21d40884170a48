internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
public import JobQueue
public import Logging
public import ServiceLifecycle
internal import Synchronization

/// The queue over HTTP: JSON for programs, metrics and health for supervisors, one page for people.
public struct HTTPService: Service {
    /// How it is reached, and what it may do.
    public struct Settings: Sendable {
        public var address: ListenAddress
        /// What clients must show; needed where others than this machine can connect.
        public var token: BearerToken?
        /// The folder below which clients may name uploads and outputs, and posters are shown.
        public var root: ServedRoot?
        /// The address at which the root's files are served to viewers.
        public var mediaURL: String?
        public var allowsPrivateWebhooks = false

        public init(address: ListenAddress) { self.address = address }
    }

    /// What the process that it is part of does for it.
    public struct Host: Sendable {
        /// Makes jobs of submissions; without it there are none.
        public var submitting: (any Submitting)?
        /// Whether the worker beside it takes no more work.
        public var isDraining: @Sendable () -> Bool = { false }
        /// What else there is to measure.
        public var metrics: @Sendable () -> [Metric] = { [] }
        /// Is told the port once it listens.
        public var onListening: @Sendable (Int) -> Void = { _ in }

        public init() {}
    }

    private let settings: Settings
    private let host: Host
    private let store: any QueueStore
    private let logger: Logger
    var pace = EventStream.Pace()
    var limits = ConnectionGuard.Limits()

    /// A service that runs once.
    ///
    /// - Throws: `QueueError` with `BAD_REQUEST` for an address that others reach, without a token.
    public init(
        _ settings: Settings, host: Host, store: any QueueStore, logger: Logger
    ) throws(QueueError) {
        guard settings.address.isLoopback || settings.token != nil else {
            throw QueueError(
                .badRequest, "--http",
                "\(settings.address) is reached from other machines, and there is no token",
                advice: "set VTRANSCODE_HTTP_TOKEN or --http-token-file, or listen at 127.0.0.1")
        }
        self.settings = settings
        self.host = host
        self.store = store
        self.logger = logger
    }

    /// Serves until it is told to end.
    ///
    /// - Throws: `QueueError` with `QUEUE_REFUSED` if it cannot listen at its address.
    public func run() async throws {
        let isListening = Mutex(false)
        do {
            try await application { port in
                isListening.withLock { $0 = true }
                host.onListening(port)
            }.run()
        } catch  where !isListening.withLock(\.self) {
            throw QueueError(
                .refused, "--http",
                "cannot listen at \(settings.address): \(Self.words(for: error))",
                advice: "choose an address of this machine and a port that is free")
        }
    }

    /// The system's own words, where its number is told among the library's.
    static func words(for error: any Error) -> String {
        let text = String(describing: error)
        guard let number = text.firstMatch(of: /errno: (\d+)/).flatMap({ Int32($0.output.1) })
        else { return text }
        return unsafe String(cString: strerror(number))
    }

    private func application(
        onListening: @escaping @Sendable (Int) -> Void
    ) -> Application<RouterResponder<ServerContext>> {
        let routes = routes()
        let router = Router(context: ServerContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: Envelope(routes: routes))
        router.add(
            middleware: Gate(token: settings.token, routes: routes) {
                LoginPage.response(status: .unauthorized)
            })
        for route in routes {
            router.on(RouterPath(route.path), method: route.method, use: route.handle)
        }
        let (limits, connections) = (limits, Connections(most: limits.connections))
        return Application(
            responder: router.buildResponder(),
            // Headers of browsers are below 2 kB.
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [ConnectionGuard(limits, connections)],
                    httpDecoderConfiguration: .init(
                        maxHeaderFieldSize: 8192, maxHeaderListSize: 16384, maxHeaderFieldCount: 100
                    ))),
            configuration: .init(
                address: .hostname(settings.address.host, port: settings.address.port)),
            onServerRunning: { onListening($0.localAddress?.port ?? 0) },
            logger: logger)
    }

    /// Everything that there is to ask; docs/openapi.yaml describes it.
    func routes() -> [Route] {
        let links = PackageLinks(root: settings.root, base: settings.mediaURL)
        let look = FileLook()
        let jobs = JobsAPI(
            store: store, links: links, root: settings.root, submitting: host.submitting,
            allowsPrivateWebhooks: settings.allowsPrivateWebhooks, look: look)
        let events = EventStream(store: store, links: links, pace: pace)
        let recent = Recent(share: 10) { [store] in try await store.soon { try await $0.stats() } }
        let health = HealthAPI(
            store: store, recent: recent, isDraining: host.isDraining, metrics: host.metrics)
        let page = PageAPI(
            store: store, recent: recent, root: settings.root, look: look,
            isDraining: host.isDraining)
        let login = LoginPage(token: settings.token)
        return [
            Route(.get, "/", page.show),
            Route(.get, "/jobs/{id}/poster", page.poster),
            Route(.get, "/login", login.show),
            Route(.post, "/login", login.logIn),
            Route(.get, "/healthz", health.health),
            Route(.get, "/readyz", health.readiness),
            Route(.get, "/metrics", health.exposition),
            Route(.get, "/api/v1/stats", health.stats),
            Route(.get, "/api/v1/jobs", jobs.list),
            Route(.post, "/api/v1/jobs", jobs.submit),
            Route(.get, "/api/v1/jobs/{id}", jobs.show),
            Route(.post, "/api/v1/jobs/{id}/cancel", jobs.cancel),
            Route(.post, "/api/v1/jobs/{id}/retry", jobs.retry),
            Route(.get, "/api/v1/jobs/{id}/events") { request, context in
                let job = try await jobs.job(context)
                return try await events.response(for: job, after: try EventStream.last(of: request))
            },
        ]
    }
}
