import Foundation
import TestSupport
import Testing

/// Errors of `queue add`, and its output about submitted jobs.
@Suite struct QueueAddTests {
    private struct Job: Decodable {
        let id: String
        let status: String
        let upload: String
    }

    private func uploads(_ names: String..., in site: QueueSite) throws -> [String] {
        try names.map { name in
            let file = site.folder.file(name)
            try Data(name.utf8).write(to: file)
            return file.path
        }
    }

    private func add(_ uploads: [String], _ options: String..., to site: QueueSite) throws
        -> Command
    {
        try site.command(
            ["queue", "add", "--queue", site.queue, "--output", site.output.path] + options
                + uploads)
    }

    @Test func submittedJobsAreReportedAfterAnError() async throws {
        try await QueueSite.with(.sqlite) { site in
            let uploads = try uploads("a.mp4", "b.mp4", "c.mp4", in: site)
            let other = try await site.add(URL(filePath: uploads[2]), "--tenant", "t")
            #expect(try await site.queue("tenant", "t", "--queued", "2").status == 0)
            let added = try await add(uploads, "--tenant", "t", "--json", to: site).runNow()
            #expect(added.status == 1)
            let jobs = try JSONDecoder().decode([Job].self, from: added.standardOutput)
            #expect(jobs.map(\.upload) == [uploads[0]])
            #expect(added.errorOutput.contains("error: \(uploads[1]): TENANT_FULL: "))
            #expect(added.errorOutput.contains("1 of 3 uploads were submitted"))
            let text = try await add(Array(uploads[0...1]), "--tenant", "t", to: site).runNow()
            #expect(text.status == 1)
            #expect(text.lines == jobs.map(\.id))
            let none = try await add([uploads[1]], "--tenant", "t", "--json", to: site).runNow()
            #expect(none.status == 1)
            #expect(none.lines == [])
            #expect(try await site.job(other).status == "queued")
        }
    }

    @Test func missingPackageIsReported() async throws {
        try await QueueSite.with(.sqlite) { site in
            let film = try await QueueUpload.shared.value.upload
            let worker = try await site.worker()
            let first = try await add([film.path], "--name", "f \u{ef}lm", "--wait", to: site)
                .runNow()
            #expect(first.status == 0, "\(first.errorOutput)")
            #expect(first.errorOutput.contains("the package is named f-ilm"))
            let package = site.output.appending(path: "f-ilm")
            #expect(first.errorOutput.contains("\(package.path)/master.m3u8"))
            try FileManager.default.removeItem(at: package)
            let again = try await add([film.path], "--name", "f-ilm", "--wait", to: site).runNow()
            #expect(again.status == 1)
            #expect(again.errorOutput.contains("its package does not exist"))
            worker.signal(SIGTERM)
            #expect(try await worker.status() == 0)
        }
    }

    @Test func interruptedWaitReportsOpenJobs() async throws {
        try await QueueSite.with(.sqlite) { site in
            let uploads = try uploads("a.mp4", "b.mp4", in: site)
            let adding = try await RunningCommand(add(uploads, "--wait", "--json", to: site))
            // Events of both jobs are printed before one has ended.
            try await site.until("it waits") {
                adding.errorOutput.components(separatedBy: "  queued\n").count == 3
            }
            #expect(adding.errorOutput.contains("no worker is running"))
            adding.signal(SIGINT)
            #expect(try await adding.status() == 130)
            let jobs = try JSONDecoder().decode([Job].self, from: Data(adding.text.utf8))
            #expect(jobs.map(\.upload) == uploads)
            #expect(jobs.map(\.status) == ["queued", "queued"])
            #expect(adding.errorOutput.contains("2 jobs remain in the queue"))
        }
    }

    /// Without a worker, the events alone would not show why nothing happens.
    @Test func followedJobWithoutAWorkerIsReportedOnce() async throws {
        try await QueueSite.with(.sqlite) { site in
            let job = try await site.add(URL(filePath: try uploads("a.mp4", in: site)[0]))
            let following = try await RunningCommand(
                site.command(["queue", "show", job, "--follow", "--json", "--queue", site.queue]))
            try await site.until("it is reported") {
                following.errorOutput.contains("no worker is running")
            }
            #expect(try await site.queue("cancel", job).status == 0)
            #expect(try await following.status() == 0)
            #expect(following.errorOutput.components(separatedBy: "no worker").count == 2)
            #expect(following.text.split(separator: "\n").allSatisfy { $0.hasPrefix("{") })
            // A job that has ended waits for no worker.
            let ended = try await site.queue("show", job, "--follow")
            #expect(ended.status == 0 && ended.errorOutput.isEmpty)
        }
    }

    @Test func nonUTF8NameIsReported() async throws {
        try await QueueSite.with(.sqlite) { site in
            let script =
                #"cd "$1"; shift; f=$(printf 'caf\351.mp4'); : > "$f"; exec "$@" "$f""#
            let added = try await site.user.command(
                Command(
                    "sh",
                    ["-c", script, "sh", site.folder.url.path, try VTranscode.binary.get()]
                        + ["queue", "add", "--queue", site.queue, "--output", "out"])
            ).runNow()
            #expect(added.status == 64)
            #expect(added.errorOutput.contains("BAD_REQUEST: its name is not UTF-8; rename it"))
        }
    }

    @Test func causesArePrintedWithVerbose() async throws {
        try await QueueSite.with(.sqlite) { site in
            let upload = try uploads("a.mp4", in: site)[0]
            let arguments = ["queue", "add", "--queue", "sqlite:\(upload)/queue.db"]
            let options = ["--output", site.output.path, upload]
            for isVerbose in [false, true] {
                let flags = isVerbose ? ["--verbose"] : []
                let added = try await site.command(arguments + flags + options).runNow()
                #expect(added.status == 74)
                let lines = added.errorOutput.split(separator: "\n")
                #expect(
                    lines.first?.contains("QUEUE_REFUSED: its folder cannot be created") == true)
                let causes = lines.filter { $0.hasPrefix("vtranscode: caused by: ") }
                #expect(causes.isEmpty == !isVerbose, "\(added.errorOutput)")
            }
        }
    }

    /// The error is one line without the usage.
    @Test(arguments: [
        (["--webhook-secret-file", "/nowhere"], "There is no such file: /nowhere."),
        (
            ["--http", "127.0.0.1:0"],
            "VTRANSCODE_HTTP_TOKEN: BAD_REQUEST: the token has fewer than 16 characters"
        ),
    ])
    func invalidSecretIsReported(options: [String], words: String) async throws {
        try await QueueSite.with(.sqlite) { site in
            let worker = try await site.user.command(
                Command(
                    "env",
                    ["VTRANSCODE_HTTP_TOKEN=fifteen-letters", try VTranscode.binary.get()]
                        + ["worker", "--queue", site.queue] + site.user.workerOptions + options)
            ).runNow()
            #expect(worker.status == 64)
            #expect(worker.errorOutput.hasPrefix("vtranscode: error: " + words))
            #expect(worker.errorOutput.split(separator: "\n").count == 1)
        }
    }
}
