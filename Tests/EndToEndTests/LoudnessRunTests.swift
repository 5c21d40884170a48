import Foundation
import TestSupport
import Testing

/// docs/audio.md, from the preset to the manifest; EncodingTests tests the measurements.
@Suite struct LoudnessRunTests {
    private struct Manifest: Decodable {
        struct Measured: Decodable {
            let integrated: Double?
            let truePeak: Double?
        }
        struct Loudness: Decodable {
            let target: Double?
            let ceiling: Double
            let before: Measured
            let gain: Double
            let after: Measured
        }
        struct Rendition: Decodable { let loudness: Loudness? }
        struct Notice: Decodable { let code: String }
        let renditions: [Rendition]
        let notices: [Notice]
    }

    @Test(arguments: [
        (audio: "0.01*sin(2*PI*500*t)", code: String?.none, gain: 10.0...50),
        ("0.003*sin(2*PI*500*t)+0.5*lt(mod(t\\,2)\\,0.002)", "LOUDNESS_LIMITED", 0...5),
    ])
    func manifestHasTheMeasuredLoudness(
        audio: String, code: String?, gain: ClosedRange<Double>
    ) async throws {
        let folder = try TemporaryFolder("loudness")
        let (upload, preset) = (folder.file("tone.wav"), folder.file("loud.yaml"))
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "aevalsrc=exprs='\(audio)':s=44100:d=5", FFprobe.path(upload)])
        let text = """
            name: loud
            description: At one loudness.
            ladder: [{ name: 360p, size: 360, maxrate: 900k }]
            audio: { loudness: { target: -18LUFS, truePeak: -2dBTP } }
            """
        try Data(text.utf8).write(to: preset)
        let report = try await VTranscode.run(
            [upload], to: folder.file("out"), "--preset", preset.path)
        #expect(report.status == 0, "\(report.errorOutput)")
        let file = folder.file("out/tone/manifest.json")
        let manifest = try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: file))
        let loudness = try #require(manifest.renditions.first?.loudness)
        #expect(loudness.target == -18 && loudness.ceiling == -2)
        #expect(gain.contains(loudness.gain))
        let (before, after) = (loudness.before.integrated ?? 0, loudness.after.integrated ?? 0)
        #expect(abs(before + loudness.gain - after) < 1)
        #expect((loudness.after.truePeak ?? 0) < -1.7)
        #expect(
            manifest.notices.map(\.code).filter { $0 != "AUDIO_ONLY" } == (code.map { [$0] } ?? []))
        let problems = try await SchemaTests.problems(in: [file.path], schema: "manifest")
        #expect(problems.isEmpty, "\(problems)")
    }
}
