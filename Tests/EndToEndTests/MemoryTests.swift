import Foundation
import TestSupport
import Testing

/// The memory that jobs state, by which they are admitted.
@Suite struct MemoryTests {
    /// Uploads of different sizes, codecs and lengths.
    static let uploads: [URL] = {
        let accepted = UploadFolder.accepted.map(\.url)
        let some = accepted.enumerated().filter { $0.offset % 4 == 0 }.map(\.element)
        let bench = ["bench-720p-15s.mp4", "uploads-12/04-bunny-1080p.mp4"].compactMap {
            UploadFolder.bench?.appending(path: $0)
        }
        return some + bench.filter { FileManager.default.fileExists(atPath: $0.path) }
    }()

    /// With one job at a time, the peak above that of the idle program is the largest job's.
    ///
    /// It must be at most the stated memory, and at least half of it. All work is done in one process,
    /// since sandbox processes share loaded libraries.
    @Test(arguments: uploads)
    func jobsUseTheStatedMemory(_ upload: URL) async throws {
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

    /// Returns the peak memory of the program in bytes, as reported by wait4.
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
