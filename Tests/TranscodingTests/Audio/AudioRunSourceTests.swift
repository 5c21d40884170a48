import Foundation
import LibAV
import MediaUnits
import Presets
import TestSupport
import Testing

@testable import Encoding
@testable import MediaModel
@testable import Transcoding

/// The samples that the encoder of a run gets are those of the whole track.
@Suite struct AudioRunSourceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("runs") }

    struct Upload: CustomTestStringConvertible, Sendable {
        let name: String
        /// The file's extension.
        let container: String
        let codec: [String]
        var rate = 48_000
        /// Arguments before the audio input.
        var input: [String] = []
        /// Whether the decoder itself makes noise, by random numbers that depend on where it starts.
        var isNoisy = false
        var hasVideo = true
        var testDescription: String { name }
    }

    /// AAC without noise substitution.
    private static let aac = ["aac", "-aac_pns", "0"]

    static let uploads = [
        Upload(name: "AAC in MP4", container: "mp4", codec: aac),
        Upload(name: "AAC of 44.1 kHz in MP4", container: "mp4", codec: aac, rate: 44_100),
        Upload(
            name: "audio that starts late", container: "mp4", codec: aac, rate: 44_100,
            input: ["-itsoffset", "2.613"]),
        Upload(
            name: "audio that starts early", container: "mp4", codec: aac, rate: 44_100,
            input: ["-itsoffset", "-0.217"]),
        Upload(
            name: "audio that ends early", container: "mp4", codec: aac, input: ["-t", "4.5"]),
        Upload(name: "AAC of 44.1 kHz in MPEG-TS", container: "ts", codec: aac, rate: 44_100),
        Upload(name: "AAC of 44.1 kHz in Matroska", container: "mkv", codec: aac, rate: 44_100),
        Upload(name: "MP3 in Matroska", container: "mkv", codec: ["libmp3lame"], rate: 44_100),
        Upload(name: "MP3 in MP4", container: "mp4", codec: ["libmp3lame"], rate: 32_000),
        Upload(name: "Opus in WebM", container: "webm", codec: ["libopus"]),
        Upload(name: "Opus in MP4", container: "mp4", codec: ["libopus"]),
        Upload(name: "AC-3 in MPEG-TS", container: "ts", codec: ["ac3"], isNoisy: true),
        Upload(name: "PCM in QuickTime", container: "mov", codec: ["pcm_s16le"], rate: 44_100),
        Upload(
            name: "PCM of 96 kHz in WAVE", container: "wav", codec: ["pcm_s24le"], rate: 96_000,
            hasVideo: false),
        Upload(
            name: "ALAC in MP4", container: "m4a", codec: ["alac"], rate: 22_050, hasVideo: false),
        Upload(
            name: "AAC with noise substitution", container: "mp4", codec: ["aac", "-b:a", "48k"],
            isNoisy: true),
    ]

    /// Sweeps and noise, different in both channels.
    private func file(_ upload: Upload) async throws -> URL {
        let file = folder.file("upload.\(upload.container)")
        let left = "0.4*sin(2*PI*(200*t+300*t*t))+0.1*(random(0)-0.5)"
        let right = "0.5*sin(2*PI*(3000*t-100*t*t))*lt(mod(t\\,0.7)\\,0.5)"
        let video = [
            "-f", "lavfi", "-i", "testsrc2=s=160x90:r=10:d=11", "-c:v",
            upload.container == "webm" ? "libvpx-vp9" : "libx264", "-g", "20",
        ]
        try await FFmpeg.run(
            upload.input + [
                "-f", "lavfi", "-i",
                "aevalsrc=exprs='\(left)|\(right)':s=\(upload.rate):d=10",
            ] + (upload.hasVideo ? video : []) + ["-strict", "-2", "-c:a"] + upload.codec
                + [FFprobe.path(file)])
        return file
    }

    @Test(arguments: uploads) func samplesOfRunsAreThoseOfTheTrack(_ upload: Upload) async throws {
        let planned = try await RunPlan(file(upload))
        let audio = try #require(planned.plan.audio.first)
        let runs = audio.runs
        #expect(audio.clock != nil && runs.count == (upload.hasVideo ? 6 : 5))
        let whole = try planned.samples(audio)
        #expect(whole.map(\.count) == [audio.sampleCount, audio.sampleCount])
        for run in runs {
            let samples = try planned.samples(audio, run.samples)
            let expected = whole.map { Array($0[run.samples]) }
            if upload.isNoisy {
                #expect(RunPlan.likeness(samples, expected) > 0.98, "run \(run.index)")
            } else {
                #expect(RunPlan.difference(samples, expected) == 0, "run \(run.index)")
            }
        }
    }

    /// Without a clock, a track whose first sample is not at time 0 is moved by up to a sample, or by up to a millisecond.
    @Test(arguments: [0, 1, 12, 13])
    func samplesByTheClockAreThoseByTimes(_ upload: Int) async throws {
        let planned = try await RunPlan(file(Self.uploads[upload]))
        let audio = try #require(planned.plan.audio.first)
        let difference = RunPlan.difference(
            try planned.samples(audio), try planned.samples(audio.whole))
        #expect(difference == 0)
    }

    /// Each run but those near the start of the track is decoded from a position within the upload.
    @Test(arguments: uploads.indices) func runsStartWithASeek(_ upload: Int) async throws {
        let planned = try await RunPlan(file(Self.uploads[upload]))
        let audio = try #require(planned.plan.audio.first)
        let clock = try #require(audio.clock)
        let run = audio.runs[3]
        let demuxer = try #require(
            try planned.source(audio).demuxerAtEntry(run.samples.lowerBound))
        let packet = try Packet()
        #expect(try demuxer.read(into: packet))
        let position = try #require(packet.presentationTime.flatMap(clock.position))
        let needed = Rational(run.samples.lowerBound, audio.sampleRate) + audio.start
        let first = clock.timeBase * clock.start + Rational(position, clock.sampleRate)
        // Two seconds before, and at most a GOP of video earlier.
        #expect(needed - first >= Rational(1) && needed - first <= Rational(7))
    }

    /// Tracks with gaps are decoded from the beginning, as one run.
    @Test func trackWithGapIsOneRun() async throws {
        let file = folder.file("gap.mp4")
        try await FFmpeg.run(
            [
                "-f", "lavfi", "-i", "sine=d=10", "-af", "aselect='not(between(t,4,4.3))'",
                "-c:a", "aac", FFprobe.path(file),
            ])
        let audio = try #require(try await RunPlan(file).plan.audio.first)
        #expect(audio.clock == nil && audio.runStarts == [0])
    }

    /// Uploads of the corpus, or of testmedia/, whose tracks have clocks.
    @Test(arguments: UploadFolder.accepted)
    func corpusRunsHaveTheSamplesOfTheTrack(_ upload: TestUpload) async throws {
        let planned = try await RunPlan(upload.url, run: Rational(1))
        for audio in planned.plan.audio where audio.clock != nil {
            let whole = try planned.samples(audio)
            for run in audio.runs {
                let samples = try planned.samples(audio, run.samples)
                let expected = whole.map { Array($0[run.samples]) }
                // Noise that AAC decoders make is other noise of the same energy.
                #expect(
                    RunPlan.likeness(samples, expected) > 0.8, "\(audio.name), \(run.index)")
            }
        }
    }
}
