internal import Foundation
internal import Hummingbird
internal import HummingbirdCore
public import JobModel
public import JobQueue
public import Logging
public import ServiceLifecycle
public import Storage
internal import Synchronization

/// The HTTP server of a queue: JSON API, metrics, health and status page.
public struct HTTPService: Service {
    /// The address, access and features of the server.
    public struct Settings: Sendable {
        public var address: ListenAddress
        /// The tokens of clients, which are required unless the address is on loopback.
        public var tokens: AccessTokens?
        /// The roots of uploads, outputs and posters; without them, submissions are rejected.
        public var roots: MediaRoots?
        /// The URLs at which packages are served to players.
        public var links = PackageLinks()
        public var allowsPrivateWebhooks = false

        public init(address: ListenAddress) { self.address = address }
    }

    /// The functions that the server's process provides.
    public struct Host: Sendable {
        /// The converter of submissions; without it, submissions are rejected.
        public var converter: (any SubmissionConverter)?
        /// The stores of packages, for presigned URLs of those in buckets.
        public var storage = StorageRegistry.local
        /// Whether the worker of the process drains.
        public var isDraining: @Sendable () -> Bool = { false }
        /// Further metrics of the process.
        public var metrics: @Sendable () -> [Metric] = { [] }
        /// Called with the port when the server listens.
        public var onListening: @Sendable (Int) -> Void = { _ in }

        public init() {}
    }

    private let settings: Settings
    private let host: Host
    private let store: any QueueStore
    private let logger: Logger
    private let clients = ConnectedClients()
    var intervals = EventStream.Intervals()
    var limits = ConnectionGuard.Limits()

    /// Creates a service, which runs once.
    ///
    /// - Throws: `QueueError` with `BAD_REQUEST` for an address outside of loopback without tokens.
    public init(
        _ settings: Settings, host: Host, store: any QueueStore, logger: Logger
    ) throws(QueueError) {
        guard settings.address.isLoopback || settings.tokens != nil else {
            throw QueueError(
                .badRequest, "\(settings.address)",
                "other hosts can connect to this address, and there is no token",
                advice: "configure a token, or listen at 127.0.0.1")
        }
        self.settings = settings
        self.host = host
        self.store = store
        self.logger = logger
    }

    /// Serves requests until the graceful shutdown.
    ///
    /// - Throws: `QueueError` with `QUEUE_REFUSED` if the server cannot listen at the address.
    public func run() async throws {
        let isListening = Mutex(false)
        do {
            try await application { port in
                isListening.withLock { $0 = true }
                host.onListening(port)
            }.run()
        } catch  where !isListening.withLock(\.self) {
            throw QueueError(
                .refused, "\(settings.address)", "cannot listen: \(Self.text(of: error))",
                advice: "use an address of this host and a free port", cause: error)
        }
    }

    /// Returns the system's message for an error whose description contains its number.
    static func text(of error: any Error) -> String {
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
        router.add(middleware: ErrorMiddleware(routes: routes))
        router.add(
            middleware: AuthenticationMiddleware(tokens: settings.tokens, routes: routes) {
                LoginPage.response(status: .unauthorized)
            })
        let audit = AuditLog(logger: logger)
        for route in routes {
            router.on(RouterPath(route.path), method: route.method) {
                try await audit.respond($0, $1, by: route)
            }
        }
        let (limits, connections) = (limits, Connections(limit: limits.connections))
        let clients = clients
        return Application(
            responder: router.buildResponder(),
            // The headers of browsers are shorter than 2 kB.
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [ConnectionGuard(limits, connections, clients)],
                    httpDecoderConfiguration: .init(
                        maxHeaderFieldSize: 8192, maxHeaderListSize: 16384, maxHeaderFieldCount: 100
                    ))),
            configuration: .init(
                address: .hostname(settings.address.host, port: settings.address.port)),
            onServerRunning: { onListening($0.localAddress?.port ?? 0) },
            logger: logger)
    }

    /// The routes of the server, which docs/openapi.yaml specifies.
    func routes() -> [Route] {
        let links = settings.links
        let files = FileOperations()
        let jobs = JobsAPI(
            store: store, links: links, roots: settings.roots, converter: host.converter,
            allowsPrivateWebhooks: settings.allowsPrivateWebhooks, files: files, clients: clients)
        let events = EventStream(store: store, links: links, intervals: intervals)
        let stats = CachedStats(store)
        let health = HealthAPI(
            store: store, stats: stats, isDraining: host.isDraining, metrics: host.metrics)
        let page = PageAPI(
            store: store, stats: stats, roots: settings.roots, files: files,
            signing: FileOperations(), links: links, storage: host.storage,
            isDraining: host.isDraining)
        let tokens = settings.tokens
        let login = LoginPage(tokens: tokens)
        return [
            Route(.get, "/", .readQueue, page.show),
            Route(.get, "/jobs/{id}/poster", .readJob, page.poster),
            Route(.get, "/jobs/{id}/manifest", .readJob, page.manifest),
            Route(.get, "/jobs/{id}/download", .readJob, page.download),
            Route(.get, "/login", .open, login.show),
            Route(.post, "/login", .open, login.logIn),
            Route(.get, "/healthz", .open, health.health),
            Route(.get, "/readyz", .open, health.readiness),
            Route(.get, "/metrics", .readService, health.exposition),
            Route(.get, "/api/v1/stats", .readQueue, health.stats),
            Route(.get, "/api/v1/jobs", .readQueue, jobs.list),
            Route(.post, "/api/v1/jobs", .submitJobs, change: "submit", jobs.submit),
            Route(.get, "/api/v1/jobs/{id}", .readJob, jobs.show),
            Route(.post, "/api/v1/jobs/{id}/cancel", .changeJobs, change: "cancel", jobs.cancel),
            Route(.post, "/api/v1/jobs/{id}/retry", .changeJobs, change: "retry", jobs.retry),
            Route(.get, "/api/v1/jobs/{id}/events", .readJob) { request, context in
                let job = try await jobs.job(context)
                let last = try EventStream.last(of: request)
                return try await events.response(for: job, after: last) {
                    [client = context.client] in
                    client.isValid(in: tokens)
                }
            },
        ]
    }
}
