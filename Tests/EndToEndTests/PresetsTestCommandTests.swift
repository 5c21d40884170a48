import Foundation
import TestSupport
import Testing

/// `presets test` and `presets diff` on a clip.
@Suite struct PresetsTestCommandTests {
    private static let plain = """
        name: quick
        description: For tests.
        packaging: { segment: 2s }
        video: { encoder: { preset: superfast } }
        ladder:
          - { name: 96p, size: 96, crf: 30, maxrate: 400k }
          - { name: 64p, size: 64, crf: 30, maxrate: 150k, profile: main }
        thumbnails: none
        """

    private func write(_ more: String, as name: String, in folder: TemporaryFolder) throws -> String
    {
        let file = folder.file(name)
        try "\(Self.plain)\n\(more)\n".write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }

    private func call(_ command: String, _ arguments: String...) async throws -> Command.Output {
        try await VTranscode.command(
            ["presets", command, "--media", try Clip.small().path, "--seconds", "2"] + arguments
        ).run()
    }

    private struct PresetReport: Decodable {
        struct Clip: Decodable {
            let rungs: [Rung]
            let findings: [Finding]
            let cpuSeconds: Double
        }
        struct Rung: Decodable {
            let name: String
            let bytes: Int
            let ssim: Double
            let psnr: Double
        }
        struct Finding: Decodable {
            let check: String
            let severity: String
        }
        let clips: [Clip]
    }

    @Test func presetWithMetExpectationsPasses() async throws {
        let folder = try TemporaryFolder("evaluation")
        let preset = try write(
            "expect: { ssim: 0.7, psnr: 20dB, maxrate: 1M, firstSegment: 200kB }",
            as: "good.yaml", in: folder)
        let output = try await call("test", preset, "--format", "json")
        #expect(output.status == 0, "\(output.errorOutput)\(output.text)")
        let reports = try JSONDecoder().decode([PresetReport].self, from: output.standardOutput)
        let clip = try #require(reports.first?.clips.first)
        #expect(clip.rungs.map(\.name) == ["96p", "64p"])
        #expect(clip.rungs.allSatisfy { $0.bytes > 1000 && $0.ssim < 1 && $0.psnr < 60 })
        #expect(clip.cpuSeconds > 0)
    }

    @Test func unmetExpectationsAreReportedAndFail() async throws {
        let folder = try TemporaryFolder("evaluation")
        let preset = try write(
            "expect: { ssim: 1, psnr: 90dB, maxrate: 16k, firstSegment: 1kB }", as: "bad.yaml",
            in: folder)
        let output = try await call("test", preset, "--format", "junit")
        #expect(output.status == 65)
        for check in ["expect.ssim", "expect.psnr", "expect.maxrate", "expect.firstSegment"] {
            #expect(output.text.contains(check))
        }
    }

    @Test func evaluationStopsAtItsTimeout() async throws {
        let folder = try TemporaryFolder("evaluation")
        let preset = try write("", as: "slow.yaml", in: folder)
        let output = try await call("test", preset, "--limit", "0.01")
        #expect(output.status == 65)
        #expect(output.text.contains("not done within"))
    }

    @Test func missingFolderOfClipsIsReported() async throws {
        let output = try await VTranscode.call(
            "presets", "test", "hls-ladder", "--media", "/no/such/folder")
        #expect(output.status == 64)
        #expect(output.errorOutput.contains("--media"))
    }

    /// The second preset drops a rung, and lowers the quality of the other.
    @Test func differenceOfTwoPresetsIsReported() async throws {
        let folder = try TemporaryFolder("evaluation")
        let before = try write("", as: "before.yaml", in: folder)
        let after = folder.file("after.yaml")
        try """
        name: coarser
        description: For tests.
        extends: ./before.yaml
        ladder:
          - { name: 96p, crf: 40 }
          - { name: 64p, remove: true }
        """.write(to: after, atomically: true, encoding: .utf8)
        let output = try await call("diff", before, after.path, "--format", "markdown")
        #expect(output.status == 0, "\(output.errorOutput)\(output.text)")
        let rows = output.lines.filter { $0.hasPrefix("| ") }
        let top = try #require(rows.first { $0.contains("| 96p |") })
        let cells = top.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(cells[3].hasPrefix("-"), "fewer bytes: \(top)")
        #expect(cells[5].hasPrefix("-"), "less quality: \(top)")
        #expect(rows.contains { $0.contains("| 64p |") && $0.contains("dropped") })
    }

    /// A change that repairs a preset passes.
    @Test func errorsOfTheFirstPresetDoNotFail() async throws {
        let folder = try TemporaryFolder("evaluation")
        let failing = try write("expect: { ssim: 1 }", as: "failing.yaml", in: folder)
        let good = try write("", as: "good.yaml", in: folder)
        let repaired = try await call("diff", failing, good)
        #expect(repaired.status == 0, "\(repaired.errorOutput)")
        #expect(repaired.text.contains("\(failing): 96p: expect.ssim"), "\(repaired.text)")
        let broken = try await call("diff", good, failing)
        #expect(broken.status == 65)
    }

    /// Streams that were cut without encoding begin before time 0, hidden by an edit list.
    @Test func hiddenPacketsAreNoPartOfTheSample() async throws {
        struct Report: Decodable {
            struct Clip: Decodable { let seconds: Double }
            let clips: [Clip]
        }
        let folder = try TemporaryFolder("evaluation")
        let (whole, cut) = (folder.file("whole.mp4"), folder.file("cut.mp4"))
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=6", "-f", "lavfi", "-i", "sine=d=6"]
                + ["-g", "25", "-pix_fmt", "yuv420p", "-preset", "ultrafast", FFprobe.path(whole)])
        try await FFmpeg.run(
            ["-ss", "2.6", "-i", FFprobe.path(whole), "-c", "copy", FFprobe.path(cut)])
        let preset = try write("", as: "preset.yaml", in: folder)
        let output = try await VTranscode.call(
            "presets", "test", preset, "--media", cut.path, "--seconds", "2", "--format", "json")
        let reports = try JSONDecoder().decode([Report].self, from: output.standardOutput)
        let seconds = try #require(reports.first?.clips.first).seconds
        #expect(abs(seconds - 2) < 0.1, "\(seconds)")
    }

    /// The manifest, whose times differ from run to run, is not counted.
    @Test func equalPresetsHaveEqualBytes() async throws {
        struct Report: Decodable {
            struct Clip: Decodable { let bytes: Change }
            struct Change: Decodable, Equatable { let before: Int, after: Int }
            let clips: [Clip]
        }
        let folder = try TemporaryFolder("evaluation")
        let preset = try write("", as: "preset.yaml", in: folder)
        let output = try await call("diff", preset, preset, "--format", "json")
        let bytes = try JSONDecoder().decode(Report.self, from: output.standardOutput).clips
            .map(\.bytes)
        #expect(bytes.count == 1 && bytes.allSatisfy { $0.before == $0.after && $0.after > 1000 })
    }
}
