import Foundation
import JobModel
import JobQueue
import Logging
import ServiceLifecycle
import Synchronization
import TestSupport

@testable import StatusServer

/// A server over a queue of its own, at a free port of this machine.
struct TestServer: Sendable {
    let store: any QueueStore
    let client: LoopbackClient
    /// Where uploads and packages are.
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
        pace: EventStream.Pace = .init(poll: 0.02, comment: 0.2),
        limits: ConnectionGuard.Limits = .init(), _ body: (TestServer) async throws -> Void
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
            settings, host: host, store: store, logger: .silent)
        service.pace = pace
        service.limits = limits
        let group = ServiceGroup(
            configuration: .init(services: [.init(service: service)], logger: .silent))
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
    /// The path of a queue's file beside the folder's other files.
    var database: String { file(".queue.db").path(percentEncoded: false) }
}

/// Makes a job of every submission, and keeps what it was asked for.
final class SubmittingStub: Submitting {
    private let seen = Mutex<[UploadSubmission]>([])

    var submissions: [UploadSubmission] { seen.withLock(\.self) }

    func request(for submission: UploadSubmission) async throws -> JobRequest {
        seen.withLock { $0.append(submission) }
        guard submission.preset != "no-such-preset" else {
            throw SubmissionRefusal(code: "NO_SUCH_PRESET", message: "no preset", advice: "another")
        }
        return JobRequest(
            tenant: submission.tenant, key: submission.key ?? submission.upload,
            priority: submission.priority, payload: try payload(upload: submission.upload),
            tasks: [NewTask(kind: "transcode")], delay: submission.delay,
            webhook: submission.webhook)
    }
}

/// A job's payload as the worker's side writes it.
func payload(upload: String, preset: String = "hls-ladder") throws -> String {
    try JobPayload(upload: upload, output: "/out", preset: PresetText(name: preset, yaml: "")).json
}

extension Logger {
    static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}
