import Foundation
import Synchronization
import TestSupport
import Testing

/// The databases of queues in these tests.
enum QueueBackend: String, Sendable, CaseIterable, CustomTestStringConvertible {
    case sqlite, postgres

    /// Both databases; without PostgreSQL if `VT_TEST_PG` names no server.
    static let all: [QueueBackend] = server == nil ? [.sqlite] : allCases

    fileprivate static let server = ProcessInfo.processInfo.environment["VT_TEST_PG"]

    var testDescription: String { rawValue }
}

/// A new queue and an output folder.
struct QueueSite: Sendable {
    let folder: TemporaryFolder
    let queue: String
    let output: URL
    /// The user that runs the commands.
    let user: OrdinaryUser
    private let started = StartedWorkers()

    /// Runs a body with a queue and all cores: leases would expire under the load of other tests.
    static func with(
        _ backend: QueueBackend, _ body: @Sendable (QueueSite) async throws -> Void
    ) async throws {
        // Created before the cores are reserved, because it needs them as well.
        _ = try await QueueUpload.shared.value
        try await CorePool.shared.reserving(.max) { try await body(QueueSite(backend)) }
    }

    private init(_ backend: QueueBackend) async throws {
        user = try await OrdinaryUser.find()
        folder = try TemporaryFolder("site")
        output = try folder.folder("out")
        for url in [folder.url, output] { try user.own(url) }
        switch backend {
        case .sqlite: queue = "sqlite:\(folder.file("queue.db").path)"
        case .postgres:
            let server = try #require(QueueBackend.server)
            let name = "vt_\(UUID().uuidString.prefix(8).lowercased())"
            let made = try await Command(
                "psql", ["--quiet", "--command", "CREATE DATABASE \(name)", server]
            ).runNow()
            #expect(made.status == 0, "\(made.errorOutput)")
            var url = try #require(URLComponents(string: server))
            url.path = "/\(name)"
            queue = try #require(url.string)
        }
    }

    // MARK: Commands

    /// Returns a command `vtranscode …` of the user.
    func command(_ arguments: [String]) throws -> Command {
        user.command(try VTranscode.command(arguments))
    }

    /// Runs `vtranscode queue …`.
    func queue(_ arguments: String...) async throws -> Command.Output {
        try await command(["queue"] + arguments + ["--queue", queue]).runNow()
    }

    /// Runs `vtranscode queue add` and returns the job's id.
    func add(_ upload: URL, _ options: String...) async throws -> String {
        let command = try command(
            ["queue", "add", "--queue", queue, "--output", output.path] + options + [upload.path])
        let added = try await command.runNow()
        #expect(added.status == 0, "\(added.errorOutput)")
        return try #require(added.lines.first)
    }

    /// Starts `vtranscode worker` with its own temporary folder, one slot and a lease of 2 s.
    func worker(
        _ options: String..., environment: [String] = []
    ) async throws -> RunningCommand {
        let scratch = try folder.folder("scratch-\(UUID().uuidString.prefix(8))")
        try user.own(scratch)
        let worker = try await RunningCommand(
            user.command(
                Command(
                    "env",
                    environment
                        + [
                            "TMPDIR=\(scratch.path)", try VTranscode.binary.get(), "worker",
                            "--queue", queue,
                        ]
                        + ["--jobs", "1", "--lease", "2", "--minimum-free", "0"]
                        + user.workerOptions + options)))
        started.add(worker)
        return worker
    }

    // MARK: State

    struct Job: Decodable {
        struct Failure: Decodable {
            let code: String
            let retryable: Bool
        }
        let status: String
        let progress: Int
        let error: Failure?
    }

    func job(_ id: String) async throws -> Job {
        let shown = try await queue("show", id, "--json")
        return try JSONDecoder().decode(Job.self, from: shown.standardOutput)
    }

    /// Returns the kinds of a job's events except progress, once it has ended.
    func events(of id: String) async throws -> [String] {
        struct Line: Decodable { let event: String }
        return try await queue("show", id, "--follow", "--json").lines.map {
            try JSONDecoder().decode(Line.self, from: Data($0.utf8)).event
        }.filter { $0 != "progress" }
    }

    /// Returns the lines of `queue show` about a job's tasks.
    func tasks(of id: String) async throws -> [String] {
        try await queue("show", id).lines.filter { $0.hasPrefix("task ") }
    }

    func workers() async throws -> Int {
        struct Stats: Decodable {
            struct Worker: Decodable {}
            let workers: [Worker]
        }
        let stats = try await queue("stats", "--json").standardOutput
        return try JSONDecoder().decode(Stats.self, from: stats).workers.count
    }

    /// The names in the output folder, including hidden ones.
    var published: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: output.path)) ?? []).sorted()
    }

    /// The number of completed artifacts of unpublished jobs.
    var artifacts: Int {
        FileTree.files(in: output.appending(path: ".vtranscode/jobs")).filter { path in
            path.contains("/artifacts/") && !path.contains("/.")
        }.count
    }

    func inode(_ name: String) throws -> Int {
        let file = output.appending(path: name).path
        let found = try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber]
        return try #require(found as? Int)
    }

    // MARK: Waiting

    /// Waits for a condition.
    func until(
        _ condition: Comment, within seconds: Double = 200,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ isMet: () async throws -> Bool
    ) async throws {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while try await !isMet() {
            let isInTime = ContinuousClock.now < deadline
            let state = isInTime ? "" : try await state()
            try #require(
                isInTime, "never: \(condition)\n\(state)", sourceLocation: sourceLocation)
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Returns the jobs with their tasks, and the logs of the workers.
    private func state() async throws -> String {
        var lines = try await queue("list").lines
        for job in lines.compactMap({ $0.split(separator: " ").first }) {
            lines += try await queue("show", String(job)).lines
        }
        return (lines + started.logs).joined(separator: "\n")
    }

    /// Checks that the job's task was released, and that another worker completes the job.
    func expectAnotherWorkerCompletes(_ job: String) async throws {
        let tasks = try await tasks(of: job)
        #expect(tasks.count == 1 && tasks[0].hasSuffix("transcode ready"), "\(tasks)")
        let second = try await worker()
        try await untilEnded(job, as: "completed")
        try await expectPackage()
        second.signal(SIGTERM)
        #expect(try await second.status() == 0)
    }

    func untilEnded(_ id: String, as status: String) async throws {
        try await until("\(id) is \(status)") {
            let job = try await job(id)
            if ["completed", "failed", "cancelled"].contains(job.status) {
                try #require(job.status == status, "\(job.error?.code ?? "")")
                return true
            }
            return false
        }
    }

    /// Checks that the output folder contains only the package, equal to that of `run`.
    func expectPackage(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        #expect(published == ["film"], sourceLocation: sourceLocation)
        let digests = try await FileTree.digests(of: output)
        let differences = FileTree.differences(digests, try await QueueUpload.shared.value.digests)
        #expect(differences == [], sourceLocation: sourceLocation)
    }
}

/// The workers that a test has started.
private final class StartedWorkers: Sendable {
    private let workers = Mutex<[RunningCommand]>([])

    func add(_ worker: RunningCommand) { workers.withLock { $0.append(worker) } }

    /// The workers' logs, each after a line about the worker.
    var logs: [String] {
        workers.withLock { workers in
            workers.flatMap { worker in
                [
                    "worker \(worker.process), \(worker.isRunning ? "running" : "ended"):",
                    worker.errorOutput,
                ]
            }
        }
    }
}

/// An upload of eight segments, long enough to be interrupted, and its package by `run`.
struct QueueUpload: Sendable {
    let upload: URL
    let digests: [String: String]
    /// The size of the package, in bytes.
    let bytes: Int

    static let shared = Task {
        let folder = try TemporaryFolder.untilExit("film")
        let upload = folder.appending(path: "film.mp4")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=640x360:r=12:d=48"]
                + ["-f", "lavfi", "-i", "sine=d=48", "-c:v", "libx264", "-preset", "ultrafast"]
                + ["-g", "12", "-c:a", "aac", FFprobe.path(upload)])
        let output = folder.appending(path: "out")
        let report = try await VTranscode.run([upload], to: output)
        #expect(report.status == 0, "\(report.errorOutput)")
        var digests = try await FileTree.digests(of: output)
        digests["index.json"] = nil
        let bytes = try digests.keys.map { name in
            let file = output.appending(path: name)
            return try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        }
        return QueueUpload(upload: upload, digests: digests, bytes: bytes.reduce(0, +))
    }
}
