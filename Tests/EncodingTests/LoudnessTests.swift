import Foundation
import MediaUnits
import TestSupport
import Storage
import Testing

@testable import Encoding
@testable import MediaModel
@testable import MediaSandbox

/// docs/audio.md: one gain brings a track to the preset's loudness, as the ffmpeg command's ebur128 measures it.
@Suite struct LoudnessTests {
    private static let seconds = 6
    private static let level = LoudnessTarget(target: -16, ceiling: -1)

    struct Audio: CustomTestStringConvertible, Sendable {
        let name: String
        let layout: String
        let channels: [String]
        var testDescription: String { name }
    }

    /// Speech-like audio: harmonics with three syllables per second, and a pause in the middle.
    private static let speech =
        "0.06*(sin(2*PI*140*t)+sin(2*PI*420*t)/2+sin(2*PI*1700*t)/4)*pow(sin(2*PI*1.5*t)\\,2)"
        + "*(1-between(t\\,3\\,4))"

    static let audioTracks = [
        Audio(name: "quiet", layout: "mono", channels: ["0.005*sin(2*PI*500*t)"]),
        Audio(
            name: "loud", layout: "stereo",
            channels: ["0.99*sin(2*PI*300*t)", "0.99*sin(2*PI*440*t)"]),
        Audio(name: "speech", layout: "stereo", channels: [speech, speech]),
        Audio(name: "noise", layout: "stereo", channels: ["random(0)-0.5", "random(1)-0.5"]),
        Audio(name: "above full scale", layout: "mono", channels: ["3*sin(2*PI*500*t)"]),
        Audio(
            name: "5.1", layout: "5.1",
            channels: (0..<6).map { "0.9*sin(2*PI*\(300 + 170 * $0)*t)" }),
    ]

    /// The recorded loudness result, and the loudness that the ffmpeg command measures.
    private func encoded(
        _ audio: Audio, level: LoudnessTarget = level
    ) async throws -> (recorded: LoudnessResult, measured: MeasuredLoudness) {
        let clip = try AudioClip()
        let upload = try await clip.upload(
            audio.layout, audio.channels, seconds: Self.seconds)
        let rendition = try clip.encode(
            upload, AudioClip.plan(seconds: Self.seconds, level: level))
        return (
            try #require(rendition.loudness), try await Self.measured(clip.joined(rendition))
        )
    }

    /// The loudness in the summary that the filter ebur128 prints.
    private static func measured(_ file: URL) async throws -> MeasuredLoudness {
        let output = try await Command(
            "ffmpeg",
            ["-nostdin", "-hide_banner", "-i", FFprobe.path(file)]
                + ["-af", "ebur128=peak=true:framelog=verbose", "-f", "null", "-"]
        ).succeed()
        func figure(_ name: String) -> Double? {
            let line = output.errorOutput.split(whereSeparator: \.isNewline).last {
                $0.drop { $0 == " " }.hasPrefix(name)
            }
            return line?.split(separator: " ").dropFirst().first.flatMap { Double($0) }
        }
        return MeasuredLoudness(integrated: figure("I:"), truePeak: figure("Peak:"))
    }

    @Test(arguments: audioTracks) func loudnessTargetIsReached(_ audio: Audio) async throws {
        let (recorded, measured) = try await encoded(audio)
        #expect(abs(try #require(measured.integrated) + 16) < 0.5)
        #expect(try #require(measured.truePeak) <= -0.9)
        // The result agrees with another meter, whose figures have one decimal.
        #expect(abs(try #require(recorded.after.integrated) - measured.integrated!) < 0.1)
        #expect(abs(try #require(recorded.after.truePeak) - measured.truePeak!) < 0.1)
        #expect(recorded.finding("und") == nil)
    }

    /// Clicks far above the rest of the signal.
    @Test func peaksStayBelowTheCeiling() async throws {
        let clicks = Audio(
            name: "clicks", layout: "mono",
            channels: ["0.01*sin(2*PI*300*t)+0.5*lt(mod(t\\,2)\\,0.002)"])
        let (recorded, measured) = try await encoded(clicks)
        #expect(try #require(measured.truePeak) <= -0.8)
        #expect(try #require(measured.truePeak) > -1.5, "as much gain as the headroom allows")
        #expect(try #require(measured.integrated) < -20)
        #expect(recorded.finding("en")?.code == .loudnessLimited)
    }

    @Test(arguments: ["0", "0.0001*sin(2*PI*500*t)"])
    func silenceIsNotAmplified(_ silence: String) async throws {
        let audio = Audio(name: "silence", layout: "mono", channels: [silence])
        let (recorded, _) = try await encoded(audio)
        #expect(recorded.gain == 0)
        #expect(recorded.before.integrated == nil)
        #expect(recorded.finding("und") == nil)
    }

    @Test func equalUploadsGiveEqualBytes() async throws {
        let clip = try AudioClip()
        let upload = try await clip.upload("stereo", Self.audioTracks[2].channels, seconds: 2)
        let plan = AudioClip.plan(seconds: 2, level: Self.level)
        let (first, second) = (try clip.encode(upload, plan), try clip.encode(upload, plan))
        #expect(first == second)
    }

    @Test func progressNeverDecreases() async throws {
        let clip = try AudioClip()
        let upload = try await clip.upload("mono", ["random(0)-0.5"], seconds: 4)
        let progress = Progress()
        _ = try AudioEncoder(
            upload: Upload(Location(upload.filePath), in: LocalUploadSource()),
            plan: AudioClip.plan(seconds: 4, level: Self.level),
            folder: clip.folder.url.filePath, isStopped: { false },
            report: { progress.fractions.append($0) }
        ).run()
        #expect(progress.fractions == progress.fractions.sorted())
        #expect(progress.fractions.contains { (0.1...0.25).contains($0) }, "while measuring")
        #expect(progress.fractions.last.map { $0 > 0.85 && $0 <= 1 } ?? false)
    }

    /// Safe because the encoder reports on the thread that calls it.
    private final class Progress: @unchecked Sendable { var fractions: [Double] = [] }
}
