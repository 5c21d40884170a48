import Foundation
import TestSupport
import Testing

@testable import Conformance

/// A change to a file of a package, and the rule that it violates.
struct Defect: Sendable, CustomTestStringConvertible {
    let rule: ConformanceRule
    let file: String
    let pattern: String
    let replacement: String
    /// The file that the finding names.
    let found: String

    /// `pattern` is a regular expression, whose first match is replaced.
    init(
        _ rule: ConformanceRule, _ file: String, _ pattern: String, _ replacement: String,
        found: String? = nil
    ) {
        (self.rule, self.file, self.pattern) = (rule, file, pattern)
        self.replacement = replacement
        self.found = found ?? file
    }

    var testDescription: String { "\(rule): \(pattern)" }
}

/// One defect for each rule about the text of playlists, and for their attributes that describe the media.
@Suite struct PlaylistDefectTests {
    private static let master = "master.m3u8"
    private static let video = "video.m3u8"
    private static let iFrames = "iframes.m3u8"
    private static let media = "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"A\""
    private static let captions =
        "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"c\",NAME=\"C\",INSTREAM-ID"
    private static let date = "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n"

    static let playlists = [
        Defect(.missingFile, master, "\nvideo.m3u8", "\nother.m3u8"),
        Defect(.missingFile, video, "1.m4s", "9.m4s"),
        Defect(.missingFile, video, "init.mp4", "start.mp4"),
        Defect(.uncheckedFile, video, "1.m4s", "https://cdn.example/1.m4s"),
        Defect(.uncheckedFile, video, "1.m4s", "../1.m4s"),
        Defect(.playlistEncoding, master, "#EXTM3U\n", "#EXTM3U\n#\u{1}\n"),
        Defect(.playlistEncoding, master, "#EXTM3U", "\u{FEFF}#EXTM3U"),
        Defect(.playlistHeader, video, "#EXTM3U", "#EXTM3U8"),
        Defect(.mixedTags, master, "#EXTM3U", "#EXTM3U\n#EXT-X-TARGETDURATION:2"),
        Defect(.badAttributes, master, ":BANDWIDTH", ":BANDWIDTH=1,BANDWIDTH"),
        Defect(.badAttributes, master, "320x180", "320x180,CLOSED"),
        Defect(.badAttributes, master, "avc1.42c00c\"", "avc1.42c00c"),
        Defect(.badValue, video, "#EXTINF:2.000000", "#EXTINF:one"),
        Defect(.badValue, master, "=320x180", "=320"),
        Defect(.badVersion, video, "VERSION:7", "VERSION:2"),
        Defect(.targetDurationMissing, video, "#EXT-X-TARGETDURATION:2\n", ""),
        Defect(.targetDurationExceeded, video, "TARGETDURATION:2", "TARGETDURATION:1"),
        Defect(.durationMissing, video, "#EXTINF:2.000000,\n", ""),
        Defect(.byteRangeStart, video, "1.m4s", "#EXT-X-BYTERANGE:100\n1.m4s"),
        Defect(.byteRangeBeyondFile, video, "1.m4s", "#EXT-X-BYTERANGE:99999999@0\n1.m4s"),
        Defect(.initSegmentMissing, video, "#EXT-X-MAP:URI=\"init.mp4\"\n", ""),
        Defect(.endMissing, video, "#EXT-X-ENDLIST", ""),
        Defect(.variantURI, master, "\nvideo.m3u8", ""),
        Defect(.attributeMissing, master, ":BANDWIDTH=\\d+,", ":"),
        Defect(.groupMissing, master, "RESOLUTION", "AUDIO=\"a\",RESOLUTION"),
        Defect(.renditionName, master, "#EXTM3U", "#EXTM3U\n\(media)\n\(media)"),
        Defect(
            .defaultRenditions, master, "#EXTM3U",
            "#EXTM3U\n\(media),DEFAULT=YES\n\(media),DEFAULT=YES"),
        Defect(.codecsMissing, master, "CODECS=\"avc1.42c00c\",", ""),
        Defect(.resolutionMissing, master, ",RESOLUTION=320x180", ""),
        Defect(.bandwidthExceeded, master, ":BANDWIDTH=\\d+", ":BANDWIDTH=8000"),
        Defect(.segmentDuration, video, "#EXTINF:2.000000,", "#EXTINF:1.400000,"),
        Defect(.decodeTimeGap, video, "1.m4s", "2.m4s"),
    ]

    static let attributes = [
        Defect(.codecsMismatch, master, "avc1.42c00c", "avc1.42c01e"),
        Defect(.codecsMismatch, master, "avc1.42c00c", "avc1.42c00c,mp4a.40.2"),
        Defect(.codecsMismatch, master, "avc1.42c00c", "hvc1.1.6.L60.90"),
        Defect(.resolutionMismatch, master, "320x180", "640x360"),
        Defect(.frameRateMissing, master, ",FRAME-RATE=25.000", ""),
        Defect(.frameRateMismatch, master, "25.000", "50.000"),
        Defect(.badValue, master, "25.000", "fast"),
        Defect(.averageBandwidthMissing, master, "AVERAGE-BANDWIDTH=\\d+,", ""),
        Defect(.averageBandwidthMismatch, master, "AVERAGE-BANDWIDTH=\\d+", "AVERAGE-BANDWIDTH=9"),
        Defect(.badValue, master, "AVERAGE-BANDWIDTH=\\d+", "AVERAGE-BANDWIDTH=-1"),
        Defect(.bandwidthOverstated, master, ":BANDWIDTH=\\d+", ":BANDWIDTH=80000000"),
        Defect(
            .bandwidthExceeded, master, "I-FRAME-STREAM-INF:BANDWIDTH=\\d+",
            "I-FRAME-STREAM-INF:BANDWIDTH=8000"),
        Defect(
            .badValue, master, "I-FRAME-STREAM-INF:BANDWIDTH=\\d+",
            "I-FRAME-STREAM-INF:BANDWIDTH=0"),
        Defect(
            .codecsMismatch, master, "(?<=I-FRAME-STREAM-INF.{1,60})avc1.42c00c", "avc1.42c01e"),
        Defect(.resolutionMismatch, master, "(?<=I-FRAME-STREAM-INF.{1,60})320x180", "640x360"),
        Defect(.iFramesMissing, master, "#EXT-X-I-FRAME-STREAM-INF.*\n", ""),
        Defect(.iFramesOnlyMissing, iFrames, "#EXT-X-I-FRAMES-ONLY\n", "", found: master),
        Defect(.iFrameRange, iFrames, "BYTERANGE:\\d+@0", "BYTERANGE:900@100"),
        Defect(.independentSegmentsMissing, master, "#EXT-X-INDEPENDENT-SEGMENTS\n", ""),
        Defect(.segmentLength, video, "TARGETDURATION:2", "TARGETDURATION:30"),
    ]

    static let tags = [
        Defect(.dateRange, video, "#EXTINF", "\(date)#EXT-X-DATERANGE:ID=\"a\"\n#EXTINF"),
        Defect(
            .dateRange, video, "#EXTINF",
            "\(date)#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-01-02T00:00:00Z\",END-DATE=\"2026-01-01T00:00:00Z\"\n#EXTINF"
        ),
        Defect(
            .dateRange, video, "#EXTINF",
            "\(date)#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-01-02T00:00:00Z\",END-ON-NEXT=YES\n#EXTINF"
        ),
        Defect(
            .dateRangeWithoutDate, video, "#EXTINF",
            "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-01-02T00:00:00Z\"\n#EXTINF"),
        Defect(.badValue, video, "#EXTINF", "#EXT-X-PROGRAM-DATE-TIME:today\n#EXTINF"),
        Defect(.sequencePosition, video, "1.m4s", "1.m4s\n#EXT-X-MEDIA-SEQUENCE:0"),
        Defect(.playlistTypeMissing, video, "#EXT-X-PLAYLIST-TYPE:VOD\n", ""),
        Defect(.keyAttributes, video, "#EXTINF", "#EXT-X-KEY:METHOD=AES-128\n#EXTINF"),
        Defect(.keyAttributes, video, "#EXTINF", "#EXT-X-KEY:METHOD=NONE,URI=\"k\"\n#EXTINF"),
        Defect(
            .keyAttributes, video, "#EXTINF",
            "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0xG\n#EXTINF"),
        Defect(.sessionData, master, "\n", "\n#EXT-X-SESSION-DATA:DATA-ID=\"a\"\n"),
        Defect(.renditionAttributes, master, "\n", "\n\(media),DEFAULT=YES,AUTOSELECT=NO\n"),
        Defect(.renditionAttributes, master, "\n", "\n\(media),FORCED=YES\n"),
        Defect(.renditionAttributes, master, "\n", "\n\(captions)=\"CC9\"\n"),
        Defect(.channelsMissing, master, "\n", "\n\(media)\n"),
        Defect(.groupMissing, master, "RESOLUTION", "CLOSED-CAPTIONS=\"a\",RESOLUTION"),
        Defect(.badValue, master, "RESOLUTION", "HDCP-LEVEL=HIGH,RESOLUTION"),
    ]

    /// Changes to a copy of the variant's playlist, which is a second variant.
    static let alignment = [
        Defect(.targetDurationsDiffer, video, "TARGETDURATION:2", "TARGETDURATION:3"),
        Defect(.discontinuitiesDiffer, video, "1.m4s\n", "1.m4s\n#EXT-X-DISCONTINUITY\n"),
        Defect(.datesDiffer, video, "#EXTINF", "\(date)#EXTINF"),
        Defect(.durationsDiffer, video, "#EXTINF.*\n1.m4s\n#EXTINF.*\n2.m4s\n", ""),
        Defect(.startsDiffer, video, "#EXTINF.*\n0.m4s\n", ""),
        Defect(.segmentsNotAligned, video, "#EXTINF.*\n2.m4s\n", ""),
        Defect(.segmentsNotAligned, video, "EXTINF:2.000000", "EXTINF:1.800000"),
        Defect(.closedCaptions, master, "RESOLUTION", "CLOSED-CAPTIONS=NONE,RESOLUTION"),
    ]

    @Test(arguments: playlists + attributes + tags)
    func defectIsFound(_ defect: Defect) async throws {
        let package = try await DefectivePackage()
        #expect(
            try package.replace(defect.pattern, with: defect.replacement, in: defect.file))
        let findings = try package.findings()
        #expect(findings.contains { $0.rule == defect.rule && $0.file == defect.found })
    }

    @Test(arguments: alignment)
    func differenceBetweenVariantsIsFound(_ defect: Defect) async throws {
        let package = try await DefectivePackage()
        try package.addVariant("other.m3u8")
        #expect(try package.findings() == [])
        let file = defect.file == Self.video ? "other.m3u8" : defect.file
        #expect(try package.replace(defect.pattern, with: defect.replacement, in: file))
        let findings = try package.findings()
        #expect(findings.contains { $0.rule == defect.rule && $0.file == Self.master })
    }

    /// Encrypted segments have no readable content, and gaps no file.
    @Test(arguments: ["#EXT-X-KEY:METHOD=AES-128,URI=\"key\"\n", "#EXT-X-GAP\n"])
    func segmentsWithoutReadableContentAreSkipped(_ tag: String) async throws {
        let package = try await DefectivePackage()
        let segment = "#EXTINF:2.000000,\n1.m4s"
        #expect(try package.replace(segment, with: tag + segment, in: Self.video))
        try package.write(package.bytes(of: "1.m4s").reversed(), to: "1.m4s")
        let findings = try package.findings()
            .filter { [Self.video, "1.m4s"].contains($0.file) }
        #expect(findings == [])
    }
}
