import Foundation
import JobModel
import JobQueue
import Logging
import ServiceLifecycle
import Synchronization
import TestSupport

@testable import StatusServer

/// A server with a new queue, at a free port on loopback.
struct TestServer: Sendable {
    let store: any QueueStore
    let client: LoopbackClient
    /// The folder of uploads and packages.
    let root: TemporaryFolder

    struct NeverStarted: Error {}

    /// Runs `body` beside a server whose settings name no root; `configure` also gets the folder that may become one.
    ///
    /// Its queue is a file of its own, unless a test brings one.
    static func run(
        store: (any QueueStore)? = nil,
        configure: (inout HTTPService.Settings, inout HTTPService.Host, URL) throws -> Void = {
            _, _, _ in
        },
        intervals: EventStream.Intervals = .init(poll: 0.02, keepAlive: 0.2),
        limits: ConnectionGuard.Limits = .init(), logger: Logger = .disabled,
        _ body: (TestServer) async throws -> Void
    ) async throws {
        let root = try TemporaryFolder("root")
        let own = QueueURL.sqlite(path: root.database)
        let store = if let store { store } else { try await own.open() }
        var settings = HTTPService.Settings(address: try ListenAddress("127.0.0.1:0"))
        var host = HTTPService.Host()
        try configure(&settings, &host, root.url)
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        host.onListening = { port.yield($0) }
        var service = try HTTPService(
            settings, host: host, store: store, logger: logger)
        service.intervals = intervals
        service.limits = limits
        let group = ServiceGroup(
            configuration: .init(services: [.init(service: service)], logger: .disabled))
        let server = Task {
            defer { port.finish() }
            try await group.run()
        }
        guard let found = await ports.first(where: { _ in true }) else {
            try await server.value
            throw NeverStarted()
        }
        let outcome: Result<Void, any Error>
        do {
            try await body(
                TestServer(store: store, client: LoopbackClient(port: found), root: root))
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
        await group.triggerGracefulShutdown()
        try await server.value
        try outcome.get()
    }
}

extension TemporaryFolder {
    /// The path of the queue's file.
    var database: String { file(".queue.db").path(percentEncoded: false) }
}

/// A converter that accepts every submission and records them.
final class ConverterStub: SubmissionConverter {
    private let seen = Mutex<[UploadSubmission]>([])

    var submissions: [UploadSubmission] { seen.withLock(\.self) }

    func request(for submission: UploadSubmission) async throws -> JobRequest {
        seen.withLock { $0.append(submission) }
        guard submission.preset != "no-such-preset" else {
            throw SubmissionError(.badPreset, message: "no preset", advice: "another")
        }
        guard submission.preset != "no-key" else {
            _ = try SecretKeys.none.encrypt("?token=hush", of: submission.upload)
            throw CancellationError()
        }
        return JobRequest(
            tenant: submission.tenant, key: submission.key ?? submission.upload,
            priority: submission.priority, payload: try payload(upload: submission.upload),
            tasks: [NewTask(kind: "transcode")], delay: submission.delay,
            webhook: submission.webhook)
    }
}

/// The payload of a job, in the submitter's format.
func payload(upload: String, preset: String = "hls-ladder") throws -> String {
    try JobPayload(upload: upload, output: "/out", preset: PresetText(name: preset, yaml: "")).json
}

extension Logger {
    static let disabled = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}
