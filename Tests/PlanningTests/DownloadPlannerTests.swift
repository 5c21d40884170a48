import Foundation
import MediaTestSupport
import MediaUnits
import Presets
import Testing

@testable import MediaModel
@testable import Planning

/// Selection of uploads that become `download.mp4` unchanged; the preset `shorts` copies those below 10 MB.
@Suite struct DownloadPlannerTests {
    private static func info() throws -> MediaInfo {
        try SamplePlan.info(audioTracks: [
            SamplePlan.audio(1, "en", channels: 2), SamplePlan.audio(2, "de", channels: 2),
        ])
    }

    private static func plan(
        _ info: MediaInfo, preset: String = "shorts", trim: TrimRequest = TrimRequest()
    ) throws -> DownloadPlan? {
        try SamplePlan.plan(info, preset: preset, trim: trim).download
    }

    /// Video and the default audio; time 0 is the first frame.
    @Test func smallUploadOfH264AndAACIsCopied() throws {
        let start = Rational(3, 2)
        let info = try SamplePlan.info(
            start: start, videoDelay: Rational(23, 1000),
            audioTracks: [SamplePlan.audio(2, "de", channels: 2), SamplePlan.audio(1, "en")])
        #expect(
            try Self.plan(info)
                == .copied(streams: [0, 2], start: start + Rational(23, 1000)))
        let silent = try SamplePlan.info(audioTracks: [])
        #expect(try Self.plan(silent) == .copied(streams: [0], start: .zero))
    }

    struct Case: Sendable, CustomStringConvertible {
        /// The path of a member of the media info, and its other value.
        let path: String
        let value: String
        let reason: String
        var description: String { "\(path): \(value)" }
        init(_ path: String, _ value: String, _ reason: String) {
            (self.path, self.value, self.reason) = (path, value, reason)
        }
    }

    /// One member is changed in the media info of an upload that is copied.
    @Test(arguments: [
        Case("byteCount", "10000000", "not below 10.0 MB"),
        Case("video.codec", #""hevc""#, "hevc, not H.264"),
        Case("video.pixels.format", #""yuv420p10le""#, "yuv420p10le"),
        Case("video.pixels.isFullRange", "true", "not yuv420p in limited range"),
        Case("video.pixels.matrix", #""smpte170m""#, "BT.709"),
        Case("video.pixels.primaries", #""bt2020""#, "BT.709"),
        Case("video.dynamicRange", #""hlg""#, "BT.709"),
        Case(
            "video.orientation", #"{"rotation": 90, "isMirrored": false}"#,
            "stored rotated or mirrored"),
        Case(
            "video.orientation", #"{"rotation": 0, "isMirrored": true}"#,
            "stored rotated or mirrored"),
        Case("video.sampleAspectRatio", #""4/3""#, "not square"),
        Case("video.isInterlaced", "true", "interlaced"),
        Case("video.displaySize", #"{"width": 2560, "height": 1440}"#, "larger than rung 1080p"),
        // 1080 lines, but more macroblocks than level 4.2 allows.
        Case("video.displaySize", #"{"width": 2592, "height": 1080}"#, "larger than rung 1080p"),
        Case("video.frameRate.rate", #""60/1""#, "above that of rung 1080p"),
        Case("video.start", #""1/10""#, "starts after the audio"),
        Case("audio.0.codec", #""mp3""#, "mp3, not AAC"),
        Case("audio.0.channels", "6", "6 channels"),
        Case(
            "notices.0", #"{"code": "DAMAGED", "severity": "warning", "message": ""}"#, "corrupt"),
        Case(
            "notices.0", #"{"code": "TRUNCATED", "severity": "warning", "message": ""}"#,
            "corrupt"),
        Case(
            "notices.0", #"{"code": "SIZE_CHANGES", "severity": "info", "message": ""}"#,
            "size of the video changes"),
    ])
    func unsupportedUploadIsNotCopied(_ change: Case) throws {
        let info = try Self.info()
        try #require(try Self.plan(info) == .copied(streams: [0, 1], start: .zero))
        guard case .joined(let reason?) = try Self.plan(info.with(change.path, change.value))
        else {
            Issue.record("it is copied")
            return
        }
        #expect(reason.contains(change.reason), "\(reason)")
    }

    /// 128 x 68 macroblocks are the most of level 4.2, which the highest rung of such an upload has.
    @Test func wideVideoOfAHigherLevelIsCopied() throws {
        let wide = try Self.info().with(
            "video.displaySize", #"{"width": 2048, "height": 1080}"#)
        #expect(try Self.plan(wide) == .copied(streams: [0, 1], start: .zero))
    }

    @Test func trimmedUploadIsNotCopied() throws {
        let plan = try Self.plan(try Self.info(), trim: TrimRequest(from: Rational(2)))
        #expect(plan == .joined(reason: "the upload is trimmed"))
    }

    /// Players without edit lists would show packets before the start of an edit.
    @Test func hiddenFramesAreNotCopied() throws {
        let info = try Self.info()
        let times = (0..<420).map { $0 * 3_000 }
        func plan(hidden: Int, seekable: Bool) throws -> DownloadPlan? {
            let frames = FrameIndex(
                timeBase: Rational(1, 90_000), times: times, lastDuration: 3_000, keyframes: [],
                isSeekable: seekable, hiddenPackets: hidden)
            let probed = ProbedUpload(
                info: info, identity: "", frames: frames, captions: [])
            return try Planner(probed, preset: Preset.load("shorts")).plan().download
        }
        #expect(try plan(hidden: 0, seekable: true) == .copied(streams: [0, 1], start: .zero))
        for (hidden, seekable) in [(1, true), (0, false)] {
            guard case .joined(let reason?) = try plan(hidden: hidden, seekable: seekable) else {
                Issue.record("it is copied")
                continue
            }
            #expect(reason.contains("edit hides"))
        }
    }

    @Test func presetWithoutDownloadHasNone() throws {
        #expect(try Self.plan(try Self.info(), preset: "hls-ladder") == nil)
    }
}

extension MediaInfo {
    /// Returns the media info with another value of one member: a path of names and indices, a value as JSON.
    fileprivate func with(_ path: String, _ value: String) throws -> MediaInfo {
        let new = try JSONSerialization.jsonObject(
            with: Data(value.utf8), options: .fragmentsAllowed)
        func changed(_ value: Any?, _ path: ArraySlice<Substring>) -> Any {
            guard let name = path.first else { return new }
            if let index = Int(name) {
                var list = value as? [Any] ?? []
                let element = changed(
                    list.indices.contains(index) ? list[index] : nil, path.dropFirst())
                if list.indices.contains(index) {
                    list[index] = element
                } else {
                    list.append(element)
                }
                return list
            }
            var members = value as? [String: Any] ?? [:]
            members[String(name)] = changed(members[String(name)], path.dropFirst())
            return members
        }
        let old = try JSONSerialization.jsonObject(with: JSONEncoder().encode(self))
        let data = try JSONSerialization.data(
            withJSONObject: changed(old, path.split(separator: ".")[...]))
        return try JSONDecoder().decode(MediaInfo.self, from: data)
    }
}
