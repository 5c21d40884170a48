import Foundation
import TestSupport
import Testing

/// The division of CPU time into stages in manifest.json.
@Suite struct StageTimesTests {
    private struct Manifest: Decodable {
        struct Work: Decodable { let report: Report }
        struct Report: Decodable { let jobs: [Job] }
        struct Job: Decodable {
            let id: String
            let cpuSeconds: Double?
            let stages: [String: Double]?
        }
        let work: Work
    }

    @Test func stagesAreMostOfTheTimeOfEncoding() async throws {
        let folder = try TemporaryFolder("stages")
        let clip = folder.file("clip.mp4")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=1280x720:r=30:d=5", "-f", "lavfi", "-i", "sine=d=5"]
                + ["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", clip.path])
        let report = try await VTranscode.run([clip], to: folder.file("out"))
        #expect(report.status == 0, "\(report.errorOutput)")
        let data = try Data(contentsOf: folder.file("out/clip/manifest.json"))
        let jobs = try JSONDecoder().decode(Manifest.self, from: data).work.report.jobs
        for job in jobs {
            let sum = job.stages?.values.reduce(0, +) ?? 0
            #expect(sum <= (job.cpuSeconds ?? 0) + 1e-6, "\(job)")
        }
        let stages = jobs.reduce(into: [:]) { $0.merge($1.stages ?? [:], uniquingKeysWith: +) }
        #expect(
            Set(stages.keys) == [
                "decode", "convert", "encode/720p", "encode/360p", "quality", "package",
                "thumbnails", "decode-audio", "encode-audio",
            ])
        let total = jobs.reduce(0) { $0 + ($1.cpuSeconds ?? 0) }
        let covered = stages.values.reduce(0, +)
        #expect(covered >= 0.9 * total, "\(covered) of \(total) s")
    }
}
