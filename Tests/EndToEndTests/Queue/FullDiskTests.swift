import Foundation
import TestSupport
import Testing

/// A full output folder during a job.
@Suite struct FullDiskTests {
    @Test func jobContinuesWhenThereIsSpace() async throws {
        try await QueueSite.with(.sqlite) { site in
            let film = try await QueueUpload.shared.value.bytes
            let size = 3 * film
            let mount = Command(
                "mount", ["-t", "tmpfs", "-o", "size=\(size)", "none", site.output.path])
            guard try await mount.runNow().status == 0 else {
                try Test.cancel("mounting a small file system needs root")
            }
            try site.user.own(site.output)
            let result: Result<Void, any Error>
            do {
                result = .success(try await Self.fill(site, leaving: film / 2, of: size))
            } catch {
                result = .failure(error)
            }
            // Lazily, because the worker may still run.
            let unmounted = try await Command("umount", ["--lazy", site.output.path]).runNow()
            #expect(unmounted.status == 0)
            try result.get()
        }
    }

    private static func fill(
        _ site: QueueSite, leaving room: Int, of size: Int
    ) async throws {
        let film = try await QueueUpload.shared.value
        // There is space for some artifacts.
        let filler = site.output.appending(path: "filler")
        try Data(count: size - room).write(to: filler)
        let job = try await site.add(film.upload, "--name", "film")
        let worker = try await site.worker()
        try await site.until("it failed") {
            try await site.tasks(of: job).first?.hasSuffix("failed attempts, DISK_FULL") == true
        }
        #expect(try await site.job(job).status != "failed")
        #expect(site.published == [".vtranscode", "filler"] && site.artifacts > 0)
        try FileManager.default.removeItem(at: filler)
        try await site.untilEnded(job, as: "completed")
        try await site.expectPackage()
        worker.signal(SIGTERM)
        #expect(try await worker.status() == 0)
    }
}
