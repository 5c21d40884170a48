import ArgumentParser
import Foundation
import JobModel
import JobQueue
import Logging
import MediaModel
import MediaSandbox
import MediaUnits
import ServiceLifecycle
import StatusServer
import Storage
import Transcoding
import Webhooks
import Worker

/// `vtranscode worker`: executes the tasks of a queue.
struct WorkerCommand: AsyncParsableCommand, HandlesSignals {
    static let configuration = CommandConfiguration(
        commandName: "worker",
        abstract: "Execute the jobs of a queue until interrupted.",
        discussion: """
            Any number of workers may share a queue, on one host with sqlite:, on many with \
            postgresql:. They must have uploads and output folders at the same paths. The first \
            SIGTERM or SIGINT drains the worker: it claims no tasks, and releases those that do not end \
            in time. The second one exits immediately. SIGHUP reads --http-token-file and --tenant-roots again. Other workers \
            reclaim the tasks of a killed worker.

            EXAMPLES
              vtranscode worker
              vtranscode worker --queue postgresql://vt@db/queue --jobs 8 --memory 16G
              vtranscode worker --http 127.0.0.1:8080 --root /srv/media

            ENVIRONMENT
              VTRANSCODE_QUEUE           the queue
              VTRANSCODE_HTTP_TOKEN      a token of clients of --http with all rights
              VTRANSCODE_WEBHOOK_SECRET  the secret that signs webhooks
              VTRANSCODE_SECRET_KEY      the keys that encrypt queries of upload URLs
            """)

    @OptionGroup var queue: QueueOption
    @OptionGroup var resources: ResourceOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The time for running tasks to end after the first signal (default: 30s).",
            valueName: "time"),
        transform: DurationText.seconds)
    var drainTimeout = 30.0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The time that a task may stall, in addition to its expected CPU time (default: 2m).",
            valueName: "time"),
        transform: DurationText.seconds)
    var taskTimeout = 120.0

    @Option(
        help: ArgumentHelp(
            "The worker's name in lists and logs (default: the host name).", valueName: "name"))
    var name: String?

    @Flag(help: "Run as root.")
    var allowRoot = false

    @OptionGroup var storage: StorageOptions
    @OptionGroup var writes: ConditionalWritesOption
    @OptionGroup var secretKey: SecretKeyOption
    @OptionGroup var options: WorkerOptions
    @OptionGroup var server: HTTPOptions
    @OptionGroup var mediaURL: MediaURLOption
    @OptionGroup var log: WorkerLogOptions

    func validate() throws {
        guard taskTimeout >= 1 else {
            throw ValidationError("--task-timeout must be at least 1s.")
        }
        _ = try links
        guard name?.allSatisfy(\.isWhitespace) != true else {
            throw ValidationError("--name is empty.")
        }
    }

    /// The URLs at which packages are served to players.
    private var links: PackageLinks {
        get throws { try mediaURL.links(root: server.root) }
    }

    func run() async throws {
        guard allowRoot || geteuid() != 0 else { throw Self.isRoot }
        DescriptorLimit.raise()
        let logger = log.logger
        // The environment contains the queue's password and the webhook secret, which sandbox processes must not read.
        if !SandboxMode.forbidInspection() {
            logger.warning("could not protect the process's environment from sandbox processes")
        }
        let store = try await queue.open(options.policy, createsFile: true)
        let counts = Counts()
        let registry = try storage.registry(
            writes, allowsPrivateUploads: options.allowPrivateUploads)
        let keys = try secretKey.keys()
        let worker = try makeWorker(
            store, try await store.identity(), registry, keys, counts, logger)
        let webhooks = try makeWebhooks(store, counts, logger)
        let draining = AtomicFlag()
        let (listening, listens) = AsyncStream<Void>.makeStream()
        let tokens = server.http == nil ? nil : try server.tokens()
        let roots = server.http == nil ? nil : try server.roots()
        let http = try makeServer(counts, draining, listens) { configure in
            try server.service(
                store, tokens, roots, try links,
                allowsPrivateWebhooks: options.allowPrivateWebhooks,
                storage: registry, keys: keys, logger: logger, configure: configure)
        }
        // Services shut down in reverse order: the server responds until the worker is drained.
        let services: [any Service] =
            (http.map { [$0] } ?? [])
            + [
                WorkerService(worker) {
                    for await _ in listening {}
                } beside: {
                    await webhooks.run()
                } onDrain: {
                    draining.set()
                }
            ]
        let group = Self.group(services, logger)
        let timeout = Quantity.elapsed(drainTimeout)
        let (signals, signal) = AsyncStream<Void>.makeStream()
        async let _: Void = Self.shutDown(group, after: signals)
        try await SignalHandling(Console.shared).handling {
            logger.notice(
                "signal received, draining; send it again to exit immediately",
                metadata: ["timeout": "\(timeout)"])
            signal.finish()
        } during: {
            try await server.reloading(tokens, roots, logger: logger) { try await group.run() }
        }
    }

    /// The metrics of a worker and its webhooks.
    private struct Counts {
        let worker = WorkerCounts()
        let deliveries = DeliveryCounts()
    }

    private func makeWorker(
        _ store: any QueueStore, _ queue: String, _ registry: StorageRegistry,
        _ keys: SecretKeys, _ counts: Counts, _ logger: Logger
    ) throws -> QueueWorker {
        let transcoder = DistributedTranscoder(
            jobs: resources.jobs, memory: resources.memory, storage: registry,
            sandboxMode: try resources.sandboxMode.value(),
            logger: logger)
        let host = ProcessInfo.processInfo.hostName
        return QueueWorker(
            store: store,
            performer: TranscodingPerformer(
                transcoder, storage: registry, keys: keys,
                settings: options.performerSettings(queue: queue)),
            settings: WorkerSettings(
                info: WorkerInfo(
                    name: name ?? host, host: host,
                    process: Int(ProcessInfo.processInfo.processIdentifier),
                    version: VTranscode.version),
                slots: resources.jobs, drainTimeout: drainTimeout, taskTimeout: taskTimeout,
                retention: options.retention, leaseDuration: options.policy.leaseDuration),
            logger: logger, counts: counts.worker)
    }

    private func makeWebhooks(
        _ store: any QueueStore, _ counts: Counts, _ logger: Logger
    ) throws -> WebhookDispatcher {
        WebhookDispatcher(
            store: store, secret: try options.webhookSecret(),
            allowsPrivate: options.allowPrivateWebhooks, links: try links,
            userAgent: "vtranscode/\(VTranscode.version)", logger: logger,
            counts: counts.deliveries)
    }

    /// Creates the server; `nil` without `--http`.
    ///
    /// `listens` ends when the server listens, at once without a server.
    private func makeServer(
        _ counts: Counts, _ draining: AtomicFlag, _ listens: AsyncStream<Void>.Continuation,
        service: ((inout HTTPService.Host) -> Void) throws -> HTTPService?
    ) throws -> HTTPService? {
        let slots = resources.jobs
        let http = try service { host in
            let onListening = host.onListening
            host.onListening = {
                listens.finish()
                onListening($0)
            }
            host.isDraining = { draining.isSet }
            host.metrics = {
                counts.worker.snapshot.metrics + counts.deliveries.snapshot.metrics
                    + Metric.build(slots: slots)
                    + [Metric.sandbox(SandboxOptions.parts)]
            }
        }
        if http == nil { listens.finish() }
        return http
    }

    private static func group(_ services: [any Service], _ logger: Logger) -> ServiceGroup {
        ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services.map {
                    .init(
                        service: $0, successTerminationBehavior: .gracefullyShutdownGroup,
                        failureTerminationBehavior: .gracefullyShutdownGroup)
                },
                logger: logger))
    }

    /// Waits for the end of a stream, then shuts services down, unless the caller has ended.
    private static func shutDown(
        _ group: ServiceGroup, after signals: AsyncStream<Void>
    ) async {
        for await _ in signals {}
        guard !Task.isCancelled else { return }
        await group.triggerGracefulShutdown()
    }

    private static let isRoot = ValidationError(
        """
        a worker does not run as root: an exploit of a decoder would have root's permissions. Start it as another \
        user, who owns the queue and the packages (setpriv --reuid USER --regid GROUP --init-groups vtranscode worker \
        --queue URL), or with --allow-root
        """)
}
