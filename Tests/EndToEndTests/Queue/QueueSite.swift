import Foundation
import TestSupport
import Testing

/// Where queues are kept in these tests.
enum QueueEngine: String, Sendable, CaseIterable, CustomTestStringConvertible {
    case sqlite, postgres

    /// PostgreSQL only where `VT_TEST_PG` is the URL of a server.
    static let all: [QueueEngine] = server == nil ? [.sqlite] : allCases

    fileprivate static let server = ProcessInfo.processInfo.environment["VT_TEST_PG"]

    var testDescription: String { rawValue }
}

/// A queue of its own, an output folder and what a test does with both.
struct QueueSite: Sendable {
    let folder: TemporaryFolder
    let queue: String
    let output: URL
    /// Who runs its commands.
    let user: OrdinaryUser

    /// Gives a test a queue and the whole machine: others' load would make leases run out.
    static func with(
        _ engine: QueueEngine, _ body: @Sendable (QueueSite) async throws -> Void
    ) async throws {
        // Before the cores are taken, which making them needs too.
        _ = try await QueueFilm.shared.value
        try await MachineShare.cores.holding(.max) { try await body(QueueSite(engine)) }
    }

    private init(_ engine: QueueEngine) async throws {
        user = try await OrdinaryUser.find()
        folder = try TemporaryFolder("site")
        output = try folder.folder("out")
        for url in [folder.url, output] { try user.own(url) }
        switch engine {
        case .sqlite: queue = "sqlite:\(folder.file("queue.db").path)"
        case .postgres:
            let server = try #require(QueueEngine.server)
            let name = "vt_\(UUID().uuidString.prefix(8).lowercased())"
            let made = try await Command(
                "psql", ["--quiet", "--command", "CREATE DATABASE \(name)", server]
            ).runNow()
            #expect(made.status == 0, "\(made.complaint)")
            var url = try #require(URLComponents(string: server))
            url.path = "/\(name)"
            queue = try #require(url.string)
        }
    }

    // MARK: Commands

    /// `vtranscode …` as the user that owns the site.
    func command(_ arguments: [String]) throws -> Command {
        user.command(try VTranscode.command(arguments))
    }

    /// `vtranscode queue …`.
    func queue(_ arguments: String...) async throws -> Command.Output {
        try await command(["queue"] + arguments + ["--queue", queue]).runNow()
    }

    /// `vtranscode queue add`: the job's id.
    func add(_ upload: URL, _ options: String...) async throws -> String {
        let command = try command(
            ["queue", "add", "--queue", queue, "--output", output.path] + options + [upload.path])
        let added = try await command.runNow()
        #expect(added.status == 0, "\(added.complaint)")
        return try #require(added.lines.first)
    }

    /// `vtranscode worker` as on a machine of its own, with one job at a time and a lease of 2 s.
    func worker(
        _ options: String..., environment: [String] = []
    ) async throws -> RunningCommand {
        let scratch = try folder.folder("scratch-\(UUID().uuidString.prefix(8))")
        try user.own(scratch)
        return try await RunningCommand(
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
    }

    // MARK: What is there

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

    /// The kinds of a job's events but progress, once it has ended.
    func events(of id: String) async throws -> [String] {
        struct Line: Decodable { let event: String }
        return try await queue("show", id, "--follow", "--json").lines.map {
            try JSONDecoder().decode(Line.self, from: Data($0.utf8)).event
        }.filter { $0 != "progress" }
    }

    /// The lines of `queue show` about a job's tasks.
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

    /// What a plain listing of the output folder shows, hidden names too.
    var published: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: output.path)) ?? []).sorted()
    }

    /// Finished pieces of jobs that are not published yet.
    var pieces: Int {
        FileTree.files(in: output.appending(path: ".vtranscode/jobs")).filter { path in
            path.contains("/pieces/") && !path.contains("/.")
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
        _ what: Comment, within seconds: Double = 200,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ isSo: () async throws -> Bool
    ) async throws {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while try await !isSo() {
            try #require(
                ContinuousClock.now < deadline, "never: \(what)", sourceLocation: sourceLocation)
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Expects that the film's task was handed back, and that another worker finishes the job.
    func expectAnotherWorkerFinishes(_ job: String) async throws {
        let tasks = try await tasks(of: job)
        #expect(tasks.count == 1 && tasks[0].hasSuffix("transcode ready"), "\(tasks)")
        let second = try await worker()
        try await untilEnded(job, as: "completed")
        try await expectFilm()
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

    /// Expects that the film's package is there as `run` makes it, and nothing else.
    func expectFilm(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        #expect(published == ["film"], sourceLocation: sourceLocation)
        let digests = try await FileTree.digests(of: output)
        let differences = FileTree.differences(digests, try await QueueFilm.shared.value.digests)
        #expect(differences == [], sourceLocation: sourceLocation)
    }
}

/// A clip of eight segments, long enough to be stopped in its middle, and what `run` makes of it.
struct QueueFilm: Sendable {
    let upload: URL
    let digests: [String: String]
    /// Of the package.
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
        #expect(report.status == 0, "\(report.complaint)")
        var digests = try await FileTree.digests(of: output)
        digests["index.json"] = nil
        let bytes = try digests.keys.map { name in
            let file = output.appending(path: name)
            return try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        }
        return QueueFilm(upload: upload, digests: digests, bytes: bytes.reduce(0, +))
    }
}
