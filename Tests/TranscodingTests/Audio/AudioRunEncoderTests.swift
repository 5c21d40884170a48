import Foundation
import MediaUnits
import TestSupport
import Testing

@testable import Encoding
@testable import MediaModel
@testable import Planning
@testable import Transcoding

/// The segments of runs are those of a track.
@Suite struct AudioRunEncoderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("runs") }

    /// A sweep over all frequencies; chords with drums, at full scale; syllables with pauses.
    static let signals = [
        "0.5*sin(2*PI*(20*t+450*t*t))",
        "0.3*(sin(2*PI*110*t)+sin(2*PI*277.2*t)+sin(2*PI*329.6*t)+sin(2*PI*1661*t)/4)"
            + "+0.5*(random(0)-0.5)*exp(-12*mod(t\\,0.5))",
        "0.4*(sin(2*PI*140*t)+sin(2*PI*420*t)/2+sin(2*PI*1700*t)/4)*pow(sin(2*PI*1.5*t)\\,2)"
            + "*(1-between(mod(t\\,5)\\,3\\,4))+0.002*(random(1)-0.5)",
    ]

    /// The limits of the error, relative to that of one encoder, which is far below anything audible for a single tone.
    private static let limits: [(mean: Double, worst: Double)] = [(5, 12), (1.3, 2), (1.3, 3)]

    private func upload(_ signal: String, seconds: Int = 20) async throws -> URL {
        let file = folder.file("upload.wav")
        try await FFmpeg.run([
            "-f", "lavfi", "-i", "aevalsrc=exprs='\(signal)|\(signal)':s=44100:d=\(seconds)",
            "-c:a", "pcm_f32le", FFprobe.path(file),
        ])
        return file
    }

    @Test(arguments: signals.indices) func packetsAreThoseOfTheTrack(_ signal: Int) async throws {
        let planned = try await RunPlan(upload(Self.signals[signal]))
        let audio = try #require(planned.plan.audio.first)
        #expect(audio.runs.count == 10)
        // In another order.
        let runs = try EncodedTrack(planned, audio, runs: audio.runs.reversed())
        let whole = try EncodedTrack(planned, audio.whole, runs: audio.whole.runs)
        let packets = try runs.packets()
        #expect(packets == (try whole.packets()))
        #expect(packets.enumerated().allSatisfy { $0.element.time == $0.offset * 1024 })
        let durations = runs.results.flatMap(\.segments).map(\.duration)
        #expect(durations.reduce(0, +) == audio.sampleCount)
        #expect(Set(runs.results.map(\.initialization)).count == 1)
        #expect(
            runs.results.reversed().flatMap(\.segments).map(\.duration)
                == whole.results[0].segments.map(\.duration))
        for (run, result) in zip(audio.runs.reversed(), runs.results) {
            try result.validate(audio, run)
        }
        // Another encoder of a run makes the same bytes.
        let again = try EncodedTrack(planned, audio, runs: [audio.runs[4]])
        #expect(again.results[0] == runs.results.reversed()[4])
    }

    /// The error at the starts of runs, relative to that of one encoder: docs/encoding.md has the figures.
    @Test(arguments: signals.indices) func seamsHaveTheErrorOfTheEncoder(_ signal: Int) async throws
    {
        let planned = try await RunPlan(upload(Self.signals[signal]))
        let audio = try #require(planned.plan.audio.first)
        let source = try planned.samples(audio)[0].map { Float(bitPattern: $0) }
        let runs = try EncodedTrack(planned, audio, runs: audio.runs).samples()
        let whole = try EncodedTrack(planned, audio.whole, runs: audio.whole.runs).samples()
        let error = SeamError(
            source: source, runs: runs, whole: whole,
            seams: audio.runs.dropFirst().map(\.packets.lowerBound))
        #expect(error.ratios.count == 9)
        let limit = Self.limits[signal]
        #expect(error.mean < limit.mean && error.worst < limit.worst, "\(error.ratios)")
    }
}
