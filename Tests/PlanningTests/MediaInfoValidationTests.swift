import Foundation
import MediaTestSupport
import MediaUnits
internal import Planning
import Presets
import TestSupport
import Storage
import Testing

@testable import MediaModel
@testable import MediaSandbox
@testable import Probing
@testable import Transcoding

/// Validation of media info that another process measured.
@Suite struct MediaInfoValidationTests {
    @Test(arguments: UploadFolder.uploads)
    func probeResultsAreValid(upload: TestUpload) throws {
        let file = try Upload(Location(upload.url.filePath), in: LocalUploadSource())
        let names = try SidecarFolder.sidecars(
            beside: Location(upload.url.filePath), in: file.source
        ).captions
        let content = UploadContent(
            sha256: SampleMediaInfo.sha256,
            sidecars: try Sidecar.read(
                names, beside: Location(upload.url.filePath), in: LocalUploadSource()))
        let limits = Limits()
        do {
            let probed = try Probe(
                upload: file, content: content, limits: limits, isStopped: { false }
            ).run()
            try probed.validate(
                byteCount: file.size, sha256: SampleMediaInfo.sha256,
                identity: SampleMediaInfo.sha256, limits: limits)
        } catch let refusal as UploadError {
            #expect(!upload.mustBeAccepted, "\(refusal)")
        }
    }

    @Test func sampleIsValid() throws {
        let sample = try SampleMediaInfo.make()
        try validate(sample)
    }

    private static let huge = "9000000000000000000"

    /// One number or text of valid media info is changed.
    @Test(
        arguments: [
            ("info.byteCount", .number(1)), ("info.sha256", .text("ab")),
            ("info.sha256", .null), ("identity", .text("ab")), ("identity", .text("")),
            ("info.container", .text("mp4\n")),
            ("info.container", .text(String(repeating: "x", count: 10_000))),
            ("info.start", .text("1/3")), ("info.start", .text("60000000")),
            ("info.start", .text("1")), ("info.duration", .text("-1")),
            ("info.duration", .text(huge)), ("info.duration", .text("13")),
            ("info.video.stream", .number(-1)), ("info.video.stream", .number(100)),
            ("info.video.stream", .number(1)), ("info.video", .null),
            ("info.video.codedSize.width", .number(0)),
            ("info.video.codedSize.width", .number(65_537)),
            ("info.video.codedSize.height", .number(-720)),
            ("info.video.displaySize.width", .number(.max)),
            ("info.video.sampleAspectRatio", .text("0")),
            ("info.video.sampleAspectRatio", .text("21")),
            ("info.video.sampleAspectRatio", .text("4294967296/4294967297")),
            ("info.video.orientation.rotation", .number(45)),
            ("info.video.frameRate.rate", .text("0")),
            ("info.video.frameRate.rate", .text("10001")),
            ("info.video.frameRate.rate", .text("9000000000000000001/9000000000000000000")),
            ("info.video.frameRate.average", .number(-1)),
            ("info.video.frameCount", .number(1)), ("info.video.keyframeCount", .number(.max)),
            ("info.video.start", .text("1/1000000")), ("info.video.end", .text(huge)),
            ("info.video.pixels.bitDepth", .number(.max)),
            ("info.video.pixels.format", .text("a,b")), ("info.video.codec", .text("h264\u{1b}")),
            ("info.video.content.kind", .text("screen")),
            ("info.video.content.peakBitrate", .number(-1)),
            ("info.video.content.peakBitrate", .number(4_000_001)),
            ("info.video.content.start.frames", .number(0)),
            ("info.video.content.start.frames", .number(13)),
            ("info.video.content.start.flat", .number(-1)),
            ("info.video.content.start.flat", .number(2)),
            ("info.video.content.start.contrast", .number(.max)),
            ("info.video.content.start.hardEdges", .number(2)),
            ("info.video.content.start.unchanged", .number(2)),
            ("info.video.content.start.unchanged", .null),
            ("info.video.content.start.motion", .number(256)),
            ("info.video.content.start.detail", .number(256)),
            ("info.video.content.start.noise", .number(-1)),
            ("info.video.content.middle.noise", .number(.min)),
            ("info.audio.0.stream", .number(0)), ("info.audio.0.stream", .number(100)),
            ("info.audio.0.sampleRate", .number(0)), ("info.audio.0.sampleRate", .number(.max)),
            ("info.audio.0.channels", .number(-1)), ("info.audio.0.channels", .number(.max)),
            ("info.audio.0.language", .text("../../etc")),
            ("info.audio.0.language", .text("eng")),
            ("info.audio.0.title", .text("a\u{2028}b")), ("info.audio.0.start", .text("20")),
            ("info.audio.0.end", .text("-1/3")), ("info.ignored.0.stream", .number(.min)),
            ("info.ignored.0.reason", .text("\r\n")), ("info.notices.0.code", .text("")),
            ("info.notices.0.code", .text("vfr")), ("info.notices.0.message", .text("\u{0}")),
            ("info.captions.0.cueCount", .number(7)), ("info.captions.0.language", .text("/")),
            ("clocks.1.timeBase", .text("0")), ("clocks.1.timeBase", .text("3601")),
            ("clocks.1.sampleRate", .number(44_100)), ("clocks.1.start", .number(.min)),
            ("clocks.1.start", .number(191_488)), ("clocks.1.last", .number(.max)),
            ("clocks.1.step", .number(0)), ("clocks.1.step", .number(.max)),
            ("frames", .null), ("frames.timeBase", .text("0")), ("frames.timeBase", .text("-1/25")),
            ("frames.timeBase", .text("3601")), ("frames.timeBase", .text("1/4294967296")),
            ("frames.lastDuration", .number(-1)), ("frames.lastDuration", .number(.max)),
            ("frames.hiddenPackets", .number(-1)), ("frames.hiddenPackets", .number(.max)),
            ("frames.times", .text("")), ("frames.keyframes.0.presentationTime", .number(.max)),
            ("frames.keyframes.0.decodeTime", .number(.min)),
            ("frames.keyframes.0.presentationTime", .number(90_001)),
            ("captions.0.cues.0.start", .number(5_000)), ("captions.0.cues.0.end", .number(.max)),
            ("captions.0.cues.1.start", .number(0)), ("captions.0.cues.0.text", .text("")),
            ("captions.0.cues.0.text", .text("a\n\n00:00.000 > 00:01.000\nb")),
            ("captions.0.cues.0.text", .text("a --> b")), ("captions.0.cues.0.text", .text("a\r")),
            ("captions.0.cues.0.text", .text(String(repeating: "x", count: 100_000))),
            ("captions.0.cues.0.settings", .text("line:0\nNOTE")),
            ("captions.0.cues.0.settings", .text("region:r")),
        ] as [(String, JSONValue)])
    func invalidValuesAreRefused(path: String, value: JSONValue) throws {
        let sample = try SampleMediaInfo.make()
        let changed = try JSONValue.replacing(
            path.split(separator: "."), in: JSONEncoder().encode(sample), with: value)
        let decoded = try JSONDecoder().decode(ProbedUpload.self, from: changed)
        #expect(throws: MediaInfoError.self) { try validate(decoded) }
    }

    @Test(
        arguments: [
            [0, 3000, 3000], [3000, 0], [Int.min, 0], [0, .max], [0, -3000], [.max],
        ])
    func unsortedTimesAreRefused(times: [Int]) throws {
        let sample = try SampleMediaInfo.make(times: times)
        #expect(throws: MediaInfoError.self) { try validate(sample) }
    }

    /// The lists of another process are held in memory, printed and stored.
    @Test func numbersOfFindingsAndTracksAreLimited() throws {
        let sample = try SampleMediaInfo.make()
        func changed(findings: Int = 1, captions: Int = 1, ignored: Int = 1) -> ProbedUpload {
            let info = sample.info
            let sources = Array(repeating: sample.captions[0], count: captions)
            return ProbedUpload(
                info: MediaInfo(
                    container: info.container, byteCount: info.byteCount, sha256: info.sha256,
                    start: info.start, duration: info.duration, video: info.video,
                    audio: info.audio, captions: sources.map(\.info),
                    ignored: (0..<ignored).map {
                        IgnoredTrack(
                            stream: 3 + $0, kind: "data", codec: "bin_data", reason: "not used")
                    },
                    findings: Array(repeating: info.findings[0], count: findings)),
                identity: sample.identity, frames: sample.frames, captions: sources)
        }
        let limits = Limits()
        try validate(changed(findings: 1000, captions: 200, ignored: 90), limits: limits)
        for wrong in [changed(findings: 100_000), changed(captions: 1000), changed(ignored: 1000)] {
            #expect(throws: MediaInfoError.self) { try validate(wrong, limits: limits) }
        }
    }

    /// Uploads that are not hashed have an identity of another kind.
    @Test func mediaInfoWithoutHashIsValid() throws {
        let sample = try SampleMediaInfo.make()
        let identity = "etag-1"
        let coded = try JSONValue.replacing(
            ["identity"],
            in: JSONValue.replacing(
                ["info", "sha256"], in: JSONEncoder().encode(sample), with: .null),
            with: .text(identity))
        let probed = try JSONDecoder().decode(ProbedUpload.self, from: coded)
        let byteCount = SampleMediaInfo.byteCount
        try probed.validate(
            byteCount: byteCount, sha256: nil, identity: identity, limits: Limits())
        #expect(throws: MediaInfoError.self) {
            try probed.validate(
                byteCount: byteCount, sha256: SampleMediaInfo.sha256, identity: identity,
                limits: Limits())
        }
        #expect(throws: MediaInfoError.self) {
            try probed.validate(
                byteCount: byteCount, sha256: nil, identity: "etag-2", limits: Limits())
        }
    }

    @Test func frameCountIsLimited() throws {
        let sample = try SampleMediaInfo.make()
        let count = try #require(sample.frames).times.count
        try validate(sample, limits: Limits(packets: count))
        #expect(throws: MediaInfoError.self) {
            try validate(sample, limits: Limits(packets: count - 1))
        }
    }

    private func validate(_ probed: ProbedUpload, limits: Limits = Limits()) throws {
        try probed.validate(
            byteCount: SampleMediaInfo.byteCount, sha256: SampleMediaInfo.sha256,
            identity: SampleMediaInfo.sha256, limits: limits)
    }
}
