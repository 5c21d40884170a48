import Foundation
import MediaUnits
import Presets
import Storage
import SystemPackage
import TestSupport
import Testing

@testable import Encoding
@testable import MediaModel
@testable import MediaSandbox
@testable import Planning
@testable import Scheduling
@testable import Transcoding

/// The jobs of runs: their artifacts, and the renditions that they make together.
@Suite struct AudioRunGraphTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("graph") }

    /// 10 s of video with two audio tracks, in runs of 2 s.
    private func clip() async throws -> URL {
        let file = folder.file("clip.mp4")
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=s=160x90:r=10:d=10"]
                + ["-f", "lavfi", "-i", "aevalsrc='0.1*sin(2*PI*(300*t+50*t*t))':s=44100:d=10"]
                + ["-f", "lavfi", "-i", "sine=f=440:d=8"]
                + ["-map", "0", "-map", "1", "-map", "2", "-c:v", "libx264", "-g", "10"]
                + ["-preset", "ultrafast", "-c:a", "aac", FFprobe.path(file)])
        return file
    }

    private func environment(
        _ planned: RunPlan, _ name: String, isForced: Bool = false
    ) throws -> EncodingEnvironment {
        let workspace = try StorageRegistry.local.jobWorkspace(
            at: Location(folder.url.filePath), job: name, owner: "test", below: nil)
        return planned.session.environment(
            planned.plan, of: planned.probed, in: workspace, isForced: isForced)
    }

    @Test(arguments: [Container.fmp4, .ts])
    func renditionsAreJoinedFromRuns(container: Container) async throws {
        let planned = try await RunPlan(clip(), container: container)
        #expect(planned.plan.audio.map(\.runStarts.count) == [5, 5])
        let environment = try environment(planned, "one")
        let encoded = try await planned.session.encode(environment, name: "clip")
        try environment.checkInitializations(of: encoded)
        for (audio, plan) in zip(encoded.publishedAudio, planned.plan.audio) {
            #expect(audio.runs.map(\.isReused) == [false, false, false, false, false])
            #expect(audio.result.segments.map(\.index) == Array(plan.borders.indices))
            let total = audio.result.segments.reduce(0) { $0 + $1.duration }
            #expect(total == plan.sampleCount)
        }
        #expect(encoded.transportAudio.mapValues(\.count) == (container == .ts ? [1: 5] : [:]))
        // An interrupted run is continued: a removed artifact is made again, with the same bytes, and no other.
        try environment.workspace.artifacts.remove(encoded.audio[0].runs[2].key)
        let again = try await planned.session.encode(environment, name: "clip")
        #expect(again.audio[0].runs.map(\.isReused) == [true, true, false, true, true])
        #expect(again.audio[1].runs.map(\.isReused) == [true, true, true, true, true])
        #expect(again.audio.map(\.result) == encoded.audio.map(\.result))
        #expect(
            again.transport.joined().map(\.result) == encoded.transport.joined().map(\.result))
    }

    /// Segments of video in MPEG-TS wait for the runs of their audio, not for the whole track.
    @Test func transportSegmentsWaitForTheirRuns() async throws {
        let planned = try await RunPlan(clip(), container: .ts)
        let graph = try EncodingGraph(environment(planned, "one"))
        let shape = try graph.graph.shape()
        for (index, transport) in graph.transport.enumerated() {
            let job = try #require(shape.indexes[transport.id])
            let chunk = try #require(planned.plan.video?.chunks[index])
            let runs = Set(chunk.units.map { planned.plan.audio[0].run(ofSegment: $0.index) })
            let dependencies = shape.jobs[job].dependencies.map(\.rawValue)
            #expect(
                Set(dependencies.filter { $0.hasPrefix("audio/") })
                    == Set(runs.map { "audio/\(planned.plan.audio[0].name)/\($0)" }))
        }
    }

    /// A track of several runs is measured once, gets one gain, and is corrected like a track of one run.
    @Test(arguments: [Loudness(target: -16, truePeak: -1), Loudness(target: -30, truePeak: -9)])
    func loudnessOfRunsIsThatOfTheTrack(loudness: Loudness) async throws {
        let planned = try await RunPlan(clip(), audio: Audio(loudness: loudness))
        let encoded = try await planned.session.encode(environment(planned, "one"), name: "clip")
        for (audio, plan) in zip(encoded.audio, planned.plan.audio) {
            let result = try #require(audio.result.loudness)
            #expect(abs(try #require(result.after.integrated) - loudness.target) < 0.5)
            #expect(try #require(result.after.truePeak) <= loudness.truePeak + 0.2)
            let files = try TemporaryFolder("whole")
            let whole = try AudioEncoder(
                upload: planned.session.upload, plan: plan.whole,
                folder: files.url.filePath, isStopped: { false },
                report: { _ in }
            ).run()
            let other = try #require(whole.loudness)
            #expect(abs(result.gain - other.gain) < 0.1)
            withExtendedLifetime(files) {}
            #expect(abs(try #require(result.before.integrated) - other.before.integrated!) < 0.02)
        }
    }

    /// The peaks of noise change by encoding: the runs are made again with a corrected gain.
    @Test func correctedRunsReplaceTheFirstOnes() async throws {
        let file = folder.file("noise.wav")
        try await FFmpeg.run([
            "-f", "lavfi", "-i", "aevalsrc='random(0)-0.5':s=48000:d=8", FFprobe.path(file),
        ])
        let planned = try await RunPlan(file, audio: Audio(loudness: Loudness()))
        #expect(planned.plan.video == nil && planned.plan.audio[0].runStarts.count == 4)
        let encoded = try await planned.session.encode(environment(planned, "one"), name: "noise")
        let result = try #require(encoded.audio[0].result.loudness)
        let first = try #require(planned.plan.audio[0].loudnessTarget).gain(for: result.before)
        #expect(result.gain != first, "corrected")
        #expect(abs(try #require(result.after.integrated) - Loudness().target) < 0.5)
    }

    /// A trim range has its own grid, and runs that start in the middle of the upload.
    @Test func trimmedUploadHasRuns() async throws {
        let trim = TrimRequest(from: Rational(31, 10), to: Rational(93, 10))
        let planned = try await RunPlan(clip(), trim: trim)
        let audio = planned.plan.audio[0]
        #expect(audio.runStarts.count == 3 && audio.clock != nil)
        let whole = try planned.samples(audio)
        for run in audio.runs {
            let samples = try planned.samples(audio, run.samples)
            // The decoder's noise depends on where it starts.
            #expect(RunPlan.likeness(samples, whole.map { Array($0[run.samples]) }) > 0.999)
        }
        let packets = try EncodedTrack(planned, audio, runs: audio.runs).packets()
        #expect(packets.map(\.time) == packets.indices.map { $0 * 1024 })
    }
}
