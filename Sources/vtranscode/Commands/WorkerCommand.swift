import ArgumentParser
import Foundation
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

/// `vtranscode worker`: does the queue's jobs.
struct WorkerCommand: AsyncParsableCommand, HandlesSignals {
    static let configuration = CommandConfiguration(
        commandName: "worker",
        abstract: "Do the jobs of a queue, until told to stop.",
        discussion: """
            Any number of workers may share a queue, on one machine with sqlite:, on many with \
            postgresql:. They must have uploads and output folders at the same paths. The first \
            SIGTERM or SIGINT drains: no task is begun any more, and what cannot be ended in time is \
            handed back. The second one ends it at once. A worker that is killed loses nothing: others go on with its tasks.

            EXAMPLES
              vtranscode worker
              vtranscode worker --queue postgresql://vt@db/queue --jobs 8 --memory 16G
              vtranscode worker --http 127.0.0.1:8080 --root /srv/media

            ENVIRONMENT
              VTRANSCODE_QUEUE           the queue
              VTRANSCODE_HTTP_TOKEN      what clients of --http must show
              VTRANSCODE_WEBHOOK_SECRET  signs webhooks' messages
            """)

    @OptionGroup var queue: QueueOption
    @OptionGroup var resources: ResourceOptions

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How long tasks may take to end once the worker is told to stop (default: 30s).",
            valueName: "time"),
        transform: DurationText.seconds)
    var drainTimeout = 30.0

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How long a task may make no progress, beyond the CPU time that it is expected to take (default: 2m).",
            valueName: "time"),
        transform: DurationText.seconds)
    var taskTimeout = 120.0

    @Option(
        help: ArgumentHelp(
            "Its name in lists and logs (default: the machine's).", valueName: "name"))
    var name: String?

    @Flag(help: "Run although the user is root.")
    var allowRoot = false

    @OptionGroup var duties: WorkerDuties
    @OptionGroup var server: HTTPOptions
    @OptionGroup var log: WorkerLogOptions

    func validate() throws {
        guard taskTimeout >= 1 else {
            throw ValidationError("--task-timeout must be at least 1s.")
        }
        guard name?.allSatisfy(\.isWhitespace) != true else {
            throw ValidationError("--name is empty.")
        }
    }

    func run() async throws {
        guard allowRoot || geteuid() != 0 else { throw Self.isRoot }
        DescriptorLimit.raise()
        let logger = log.logger
        // Passwords of the queue and secrets of webhooks are nothing for what decodes uploads.
        if !Isolation.forbidInspection() {
            logger.warning("children could read this worker's environment")
        }
        let policy = duties.policy
        let store = try await queue.open(policy, mayMake: true)
        let transcoder = StagedTranscoder(
            jobs: resources.jobs, memory: resources.memory,
            isolation: try resources.isolation.value(),
            logger: logger)
        let host = ProcessInfo.processInfo.hostName
        let (counts, slots) = (WorkerCounts(), resources.jobs)
        let worker = QueueWorker(
            store: store,
            performer: TranscodingPerformer(transcoder, settings: duties.performerSettings),
            settings: WorkerSettings(
                info: WorkerInfo(
                    name: name ?? host, host: host,
                    process: Int(ProcessInfo.processInfo.processIdentifier),
                    version: VTranscode.version),
                slots: slots, drainTimeout: drainTimeout, taskTimeout: taskTimeout,
                retention: duties.retention, lease: policy.lease),
            logger: logger, counts: counts)
        let deliveries = DeliveryCounts()
        let webhooks = WebhookRounds(
            store: store, secret: try duties.webhookSecret(),
            allowsPrivate: duties.allowPrivateWebhooks,
            userAgent: "vtranscode/\(VTranscode.version)", logger: logger, counts: deliveries)
        let draining = OnceFlag()
        let (listening, listens) = AsyncStream<Void>.makeStream()
        let http = try server.service(
            store, allowsPrivateWebhooks: duties.allowPrivateWebhooks, logger: logger
        ) { host in
            let told = host.onListening
            host.onListening = {
                listens.finish()
                told($0)
            }
            host.isDraining = { draining.isSet }
            host.metrics = {
                counts.snapshot.metrics + deliveries.snapshot.metrics
                    + Metric.build(slots: slots)
                    + [Metric.sandbox(IsolationOptions.parts)]
            }
        }
        if http == nil { listens.finish() }
        // The last is told to end first, and the next when it has: the server answers until the worker is drained.
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
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services.map {
                    .init(
                        service: $0, successTerminationBehavior: .gracefullyShutdownGroup,
                        failureTerminationBehavior: .gracefullyShutdownGroup)
                },
                logger: logger))
        let patience = Quantity.elapsed(drainTimeout)
        do {
            try await Interruption(Console.shared).listening {
                logger.notice(
                    "told to stop: what runs has \(patience) to end; told again, it ends at once")
                Task { await group.triggerGracefulShutdown() }
            } during: {
                try await group.run()
            }
        } catch let fault as WorkerFault {
            Console.shared.print(ErrorLine.text(fault.description))
            throw fault.cause == .uselessness ? CommandStatus.inputOutput : .failed
        }
    }

    private static let isRoot = UsageError(
        description: """
            a worker does not run as root: code that takes over a decoder would have all of root's rights. \
            Start it as another user, who owns the queue and the packages (setpriv --reuid USER --regid GROUP --init-groups \
            vtranscode worker --queue URL), or with --allow-root
            """)
}
