import Foundation
import TestSupport
import Testing

/// Jobs are admitted by the memory that they state, so what they state must be true.
@Suite struct MemoryTests {
    /// Of every kind of size, codec and length that there is at hand.
    static let uploads: [URL] = {
        let accepted = UploadFolder.accepted.map(\.url)
        let some = accepted.enumerated().filter { $0.offset % 4 == 0 }.map(\.element)
        let bench = ["bench-720p-15s.mp4", "uploads-12/04-bunny-1080p.mp4"].compactMap {
            UploadFolder.bench?.appending(path: $0)
        }
        return some + bench.filter { FileManager.default.fileExists(atPath: $0.path) }
    }()

    /// With one job at a time, the peak over what the program needs for nothing is that of its largest job.
    ///
    /// Never above what that stated, and at least half of it. In one process, since children share what is loaded.
    @Test(arguments: uploads)
    func jobsHoldWhatTheyStated(_ upload: URL) async throws {
        let folder = try TemporaryFolder("memory")
        let output = folder.file("out")
        let idle = try await Self.peak(["presets", "list"])
        let peak = try await Self.peak(
            [
                "run", "--in-process", "--quiet", "--jobs", "1", "--output", output.path, "--",
                upload.path,
            ])
        let packages = try FileManager.default.contentsOfDirectory(atPath: output.path)
        let name = try #require(packages.first { $0 != "index.json" })
        let data = try Data(contentsOf: output.appending(path: "\(name)/manifest.json"))
        let stated = try #require(JSONDecoder().decode(Manifest.self, from: data).largestJob)
        let used = Double(peak - idle) / Double(stated)
        #expect(used <= 1, "\(peak - idle) bytes of \(stated)")
        #expect(used >= 0.5, "\(peak - idle) bytes of \(stated)")
    }

    private struct Manifest: Decodable {
        struct Work: Decodable { let report: Report }
        struct Report: Decodable { let jobs: [Job] }
        struct Job: Decodable { let peakMemory: Int }
        let work: Work
        var largestJob: Int? { work.report.jobs.map(\.peakMemory).max() }
    }

    /// Bytes that the program held at its peak; the system counts them for whoever waits for it.
    private static func peak(_ arguments: [String]) async throws -> Int {
        let script = """
            import os, subprocess, sys
            child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
            _, status, usage = os.wait4(child.pid, 0)
            print(usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024))
            sys.exit(os.waitstatus_to_exitcode(status))
            """
        let program = try VTranscode.binary.get()
        let output = try await Command("python3", ["-c", script, program] + arguments).succeed()
        return try #require(Int(output.text.trimmingCharacters(in: .whitespacesAndNewlines)))
    }
}
