import Foundation
import TestSupport
import Testing

/// An upload that crashes its workers must not affect others.
@Suite(.timeLimit(.minutes(10))) struct QuarantineTests {
    /// Supervised workers, each of which is killed when it starts a task of one job.
    private final class Fleet {
        let site: QueueSite
        let crashing: String
        private var workers: [RunningCommand] = []
        private var ended: [String] = []
        private var kills = 0

        init(_ site: QueueSite, crashing: String) {
            (self.site, self.crashing) = (site, crashing)
        }

        /// Returns the number of started tasks of a job.
        func starts(of job: String) -> Int {
            (ended + workers.map(\.errorOutput)).map { Self.starts(of: job, in: $0) }.reduce(0, +)
        }

        private static func starts(of job: String, in log: String) -> Int {
            log.split(separator: "\n").count {
                $0.contains(" task started ") && $0.contains(" job=\(job) ")
            }
        }

        /// Kills workers that run the crashing job, and starts missing workers.
        func supervise(_ width: Int) async throws {
            for worker in workers where Self.starts(of: crashing, in: worker.errorOutput) > 0 {
                worker.signal(SIGKILL)
                #expect(try await worker.status() == 128 + SIGKILL)
                kills += 1
                ended.append(worker.errorOutput)
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
                #expect(try await worker.status() == 0, "\(worker.errorOutput)")
            }
            return kills
        }
    }

    /// Twenty different valid uploads.
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

    @Test(arguments: QueueBackend.all)
    func crashingUploadAffectsNoOtherJob(backend: QueueBackend) async throws {
        // Created before the cores are reserved, because it needs them as well.
        let clips = try await Self.clips.value
        try await QueueSite.with(backend) { site in
            var jobs: [String] = []
            for index in 0..<20 {
                if index == 5 { jobs.append(try await site.add(QueueUpload.shared.value.upload)) }
                jobs.append(try await site.add(clips[index]))
            }
            let crashing = jobs.remove(at: 5)
            let fleet = Fleet(site, crashing: crashing)
            var rounds = 0
            try await site.until("every job has ended") {
                try await fleet.supervise(2)
                rounds += 1
                guard rounds.isMultiple(of: 50) else { return false }
                let stats = try await site.queue("stats", "--json").standardOutput
                struct Stats: Decodable { let jobs: [String: Int] }
                let counts = try JSONDecoder().decode(Stats.self, from: stats).jobs
                return counts["queued"] == 0 && counts["processing"] == 0
            }
            for job in jobs {
                #expect(try await site.job(job).status == "completed")
                let tasks = try await site.tasks(of: job)
                #expect(fleet.starts(of: job) <= 2, "\(tasks)")
            }
            let failed = try await site.job(crashing)
            #expect(failed.status == "failed" && failed.error?.code == "WORKER_LOST")
            let task = try #require(try await site.tasks(of: crashing).first)
            #expect(task.contains("crash count 3"), "\(task)")
            // At most once with others, and then three times alone.
            #expect((3...4).contains(fleet.starts(of: crashing)))
            #expect(try await fleet.end() == fleet.starts(of: crashing))
        }
    }
}
