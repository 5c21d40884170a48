import Foundation
import TestSupport
import Testing

/// An upload that takes down every worker which runs it: the others must not suffer for it.
@Suite(.timeLimit(.minutes(10))) struct QuarantineTests {
    /// Workers under a supervisor, each of them killed whenever it begins a task of one job.
    private final class Fleet {
        let site: QueueSite
        let marked: String
        private var workers: [RunningCommand] = []
        private var ended: [String] = []
        private var kills = 0

        init(_ site: QueueSite, marked: String) {
            (self.site, self.marked) = (site, marked)
        }

        /// How often tasks of a job began.
        func beginnings(of job: String) -> Int {
            (ended + workers.map(\.complaint)).map { log in
                log.split(separator: "\n").count {
                    $0.contains(" began ") && $0.hasSuffix("job=\(job)")
                }
            }.reduce(0, +)
        }

        /// Kills whoever runs the marked job, and starts as many workers as are missing.
        func look(_ width: Int) async throws {
            for worker in workers where worker.complaint.contains("began job=\(marked)") {
                worker.signal(SIGKILL)
                #expect(try await worker.status() == 128 + SIGKILL)
                kills += 1
                ended.append(worker.complaint)
                workers.removeAll { $0 === worker }
            }
            while workers.count < width {
                workers.append(
                    try await site.worker("--jobs", "2", "--quarantine", "2"))
            }
        }

        func end() async throws -> Int {
            for worker in workers {
                worker.signal(SIGTERM)
                #expect(try await worker.status() == 0, "\(worker.complaint)")
            }
            return kills
        }
    }

    /// Twenty honest uploads, all different.
    private static let clips = Task {
        let folder = try TemporaryFolder.untilExit("clips")
        var clips: [URL] = []
        for index in 0..<20 {
            let clip = folder.appending(path: "\(index).mp4")
            try await FFmpeg.run(
                ["-f", "lavfi", "-i", "testsrc2=s=160x90:r=12:d=1,hue=h=\(index * 18)"]
                    + ["-c:v", "libx264", "-preset", "ultrafast", FFprobe.path(clip)])
            clips.append(clip)
        }
        return clips
    }

    @Test(arguments: QueueEngine.all)
    func aKillerHarmsNothingButItself(engine: QueueEngine) async throws {
        // Before the cores are taken, which making them needs too.
        let clips = try await Self.clips.value
        try await QueueSite.with(engine) { site in
            var jobs: [String] = []
            for index in 0..<20 {
                if index == 5 { jobs.append(try await site.add(QueueFilm.shared.value.upload)) }
                jobs.append(try await site.add(clips[index]))
            }
            let marked = jobs.remove(at: 5)
            let fleet = Fleet(site, marked: marked)
            var looks = 0
            try await site.until("every job has ended") {
                try await fleet.look(2)
                looks += 1
                guard looks.isMultiple(of: 50) else { return false }
                let stats = try await site.queue("stats", "--json").standardOutput
                struct Stats: Decodable { let jobs: [String: Int] }
                let counts = try JSONDecoder().decode(Stats.self, from: stats).jobs
                return counts["queued"] == 0 && counts["processing"] == 0
            }
            for job in jobs {
                #expect(try await site.job(job).status == "completed")
                let tasks = try await site.tasks(of: job)
                #expect(fleet.beginnings(of: job) <= 2, "\(tasks)")
            }
            let failed = try await site.job(marked)
            #expect(failed.status == "failed" && failed.error?.code == "WORKER_LOST")
            let task = try #require(try await site.tasks(of: marked).first)
            #expect(task.contains("3 workers crashed"), "\(task)")
            // Once among others at the most, and then three times alone.
            #expect((3...4).contains(fleet.beginnings(of: marked)))
            #expect(try await fleet.end() == fleet.beginnings(of: marked))
        }
    }
}
