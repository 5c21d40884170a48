import Foundation
import TestSupport
import Testing

/// `limits.output`: no package beyond it is published.
@Suite struct OutputLimitTests {
    private func preset(_ limit: String, in folder: TemporaryFolder) throws -> String {
        let file = folder.file("\(limit).yaml")
        try Data(
            """
            name: small
            description: Packages of a limited size.
            extends: hls-ladder
            limits: { output: \(limit) }

            """.utf8
        ).write(to: file)
        return file.path
    }

    /// Noise is as large as the ceilings allow: 20 s of video at 0.9 Mb/s are 2.2 MB.
    @Test func packageBeyondTheLimitIsNotPublished() async throws {
        let folder = try TemporaryFolder("output")
        let upload = folder.file("noise.mp4")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "nullsrc=s=640x360:r=25:d=20,noise=alls=80:allf=t"]
                + ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "30", FFprobe.path(upload)])
        let output = folder.file("out")
        let rejected = try await VTranscode.run(
            [upload], to: output, "--preset", try preset("1MB", in: folder))
        let end = try #require(rejected.end(of: "noise.mp4"), "\(rejected.errorOutput)")
        #expect(end.error?.code == "TOO_MUCH_OUTPUT")
        #expect(end.error?.advice.contains("limits.output") == true)
        #expect(FileTree.published(in: output).filter { $0 != "index.json" } == [])
        // The limit does not change artifacts.
        let report = try await VTranscode.run(
            [upload], to: output, "--preset", try preset("10MB", in: folder))
        #expect(report.end(of: "noise.mp4")?.outcome == .published, "\(report.errorOutput)")
    }

    /// An hour at 0.9 Mb/s is 405 MB, a hundred times the limit: it is not encoded.
    @Test func uploadFarBeyondTheLimitIsRejectedByThePlan() async throws {
        let folder = try TemporaryFolder("output")
        let upload = folder.file("hour.mp4")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "color=s=640x360:r=1:d=3600", "-c:v", "libx264"]
                + ["-preset", "ultrafast", FFprobe.path(upload)])
        let plan = try await VTranscode.call(
            "plan", upload.path, "--preset", try preset("4MB", in: folder))
        #expect(plan.status == 65)
        #expect(plan.errorOutput.contains("TOO_MUCH_OUTPUT"), "\(plan.errorOutput)")
    }
}
