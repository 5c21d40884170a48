import Foundation
internal import MediaModel
internal import MediaSandbox
import MediaTestSupport
import MediaUnits
import Scheduling
import Testing
import VideoCodecs

@testable import Packaging
@testable import Planning

@Suite struct ManifestTests {
    private static let title = "Grandma's birthday, 12 Elm Street"

    private func manifest() throws -> Manifest {
        let info = try SamplePlan.info(audioTracks: [
            SamplePlan.audio(1, "en", title: Self.title)
        ])
        let plan = try SamplePlan.plan(info)
        let report = """
            {"jobs": [], "criticalPath": [], "criticalSeconds": 0, "busySeconds": 0,
             "wallSeconds": 1.5}
            """
        return Manifest(
            schema: Manifest.currentSchema, name: "clip", key: "k", status: "published",
            duration: plan.duration.doubleValue, preset: "hls-ladder",
            playlist: Manifest.multivariantName, poster: nil, resolution: plan.video?.rungs[0].size,
            upload: info.withoutTitles,
            plan: Manifest.Plan(
                frameRate: plan.video?.grid.rate, frames: 420, segments: 2, rungs: ["720p"],
                dropped: plan.video?.dropped ?? []),
            renditions: [], captions: [], findings: plan.findings, corruptRanges: [],
            engine: .current(encoding: [.h264]),
            work: Manifest.Work(
                segments: 2, reused: 0,
                report: try JSONDecoder().decode(RunReport.self, from: Data(report.utf8))),
            files: [Manifest.File(path: "master.m3u8", bytes: 7, sha256: "00")])
    }

    @Test func manifestSurvivesEncodingAndDecoding() throws {
        let first = try JSONEncoder.pretty.encode(manifest())
        let read = try JSONDecoder().decode(Manifest.self, from: first)
        let second = try JSONEncoder.pretty.encode(read)
        #expect(String(decoding: first, as: UTF8.self) == String(decoding: second, as: UTF8.self))
        #expect(read.upload.duration == Rational(14))
        #expect(read.plan.frameRate == Rational(30))
    }

    @Test func qualityIsRoundedAndHasTheWorstSegment() throws {
        let parts = [(180, 0.01), (180, 0.012), (60, 0.0199)].map {
            SegmentQuality(frames: $0, sampled: 9, distortion: $1)
        }
        let quality = try #require(Manifest.Quality(parts))
        #expect(quality.xpsnr == 38.22)
        #expect(quality.worstSegment == 34.02)
        #expect(quality.segments == [40, 38.42, 34.02])
        let incomplete = try #require(Manifest.Quality([parts[0], nil]))
        #expect(incomplete.segments == [40, nil] && incomplete.xpsnr == 40)
        #expect(Manifest.Quality([nil, nil]) == nil && Manifest.Quality([]) == nil)
        let equal = SegmentQuality(frames: 1, sampled: 1, distortion: 0)
        #expect(Manifest.Quality([equal])?.worstSegment == 100)
    }

    /// Metadata of the upload, its path and the host's name are private.
    @Test func manifestHasNoTitleAndNoPath() throws {
        let text = String(decoding: try JSONEncoder.pretty.encode(manifest()), as: UTF8.self)
        #expect(!text.contains("Elm Street"))
        #expect(!text.contains("\"title\""))
        #expect(!text.contains(NSTemporaryDirectory()))
        #expect(!text.contains(FileManager.default.currentDirectoryPath))
        #expect(!text.contains(ProcessInfo.processInfo.hostName))
    }
}
