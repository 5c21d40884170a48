import Foundation
import TestSupport
import Testing

/// Audio whose channel layout changes while the number of channels is constant, as between programs of a broadcast.
@Suite struct LayoutChangeTests {
    /// The third of four channels is the center, mixed to both sides, and then the left surround.
    @Test(arguments: ["ts", "mkv"])
    func layoutChangeIsApplied(container: String) async throws {
        let folder = try TemporaryFolder("layouts")
        var bytes = Data()
        for layout in ["4.0", "quad(side)"] {
            let part = folder.file("part.ac3")
            let audio = "aevalsrc=exprs='0|0|0.5*sin(2*PI*500*t)|0':c=\(layout):s=48000:d=3"
            try await FFmpeg.run(["-f", "lavfi", "-i", audio, FFprobe.path(part)])
            bytes += try Data(contentsOf: part)
        }
        let (whole, upload) = (folder.file("whole.ac3"), folder.file("clip.\(container)"))
        try bytes.write(to: whole)
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=192x108:r=25:d=6", "-i", FFprobe.path(whole)]
                + ["-preset", "ultrafast", "-c:a", "copy", FFprobe.path(upload)])
        let report = try await VTranscode.run([upload], to: folder.file("out"))
        #expect(report.status == 0, "\(report.errorOutput)")
        let package = try PublishedPackage(folder.file("out/clip"))
        let audio = try #require(package.audio.first).joined(into: folder.url)
        let before = try await levels(of: audio, from: 0.5, in: folder)
        let after = try await levels(of: audio, from: 3.5, in: folder)
        #expect(before.left > 0.1 && abs(before.left - before.right) < 0.01)
        #expect(after.left > 0.1 && after.right < 0.01)
    }

    /// Returns the peak of each side in two seconds.
    private func levels(
        of audio: URL, from start: Double, in folder: TemporaryFolder
    ) async throws -> (left: Float, right: Float) {
        let raw = folder.file("samples.f32")
        try await FFmpeg.run(
            ["-ss", "\(start)", "-i", FFprobe.path(audio), "-t", "2", "-f", "f32le"]
                + [FFprobe.path(raw)])
        let values = try Data(contentsOf: raw).withUnsafeBytes {
            Array($0.bindMemory(to: Float.self))
        }
        func peak(_ side: Int) -> Float {
            stride(from: side, to: values.count, by: 2).map { abs(values[$0]) }.max() ?? 0
        }
        return (peak(0), peak(1))
    }
}
