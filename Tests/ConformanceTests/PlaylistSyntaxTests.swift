import Foundation
import TestSupport
import Testing

@testable import Conformance

/// Playlists that conform in ways that few packagers use, beside ones that do not.
@Suite struct PlaylistSyntaxTests {
    private static let master = "master.m3u8"
    private static let video = "video.m3u8"

    /// Returns the rules of the findings after replacing the first matches of regular expressions.
    private func rules(
        _ changes: (file: String, pattern: String, replacement: String)...
    ) async throws -> [ConformanceRule] {
        let package = try await DefectivePackage()
        for change in changes {
            #expect(
                try package.replace(change.pattern, with: change.replacement, in: change.file),
                "\(change.pattern)")
        }
        return try package.findings().map(\.rule)
    }

    // MARK: Values

    @Test(arguments: [
        (master, "\"avc1.42c00c\"", "avc1.42c00c"), (master, "320x180", "\"320x180\""),
        (master, "RESOLUTION", "CLOSED-CAPTIONS=CC,RESOLUTION"),
        (video, "\"init.mp4\"", "init.mp4"),
        (video, "#EXTINF:2.000000,", "#EXTINF:2.000000"),
        (master, "=320x180", "=-9223372036854775808x720"), (master, "=320x180", "=x320x180"),
        (master, "RESOLUTION", "CLOSED-CAPTIONS=\"NONE\",RESOLUTION"),
        (video, "\"init.mp4\"", "\"\""),
        (master, "(?<=I-FRAME-STREAM-INF.{1,60})=320x180", "=-9223372036854775808x720"),
    ])
    func valueOfAnotherTypeIsFound(file: String, _ pattern: String, _ value: String) async throws {
        #expect(try await rules((file, pattern, value)).contains(.badValue))
    }

    @Test func byteOrderMarkIsOneFinding() async throws {
        #expect(try await rules((Self.master, "#EXTM3U", "\u{FEFF}#EXTM3U")) == [.playlistEncoding])
    }

    /// RFC 8216, 7.
    @Test(arguments: [
        ("\n", "\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"b\"\n"),
        (
            "\n",
            "\n#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"c\",NAME=\"C\",INSTREAM-ID=\"SERVICE1\"\n"
        ),
    ])
    func multivariantPlaylistHasAVersion(_ pattern: String, _ replacement: String) async throws {
        #expect(try await rules((Self.master, pattern, replacement)) == [.badVersion])
        let version = "\n#EXT-X-VERSION:8" + replacement
        #expect(try await rules((Self.master, pattern, version)) == [])
    }

    @Test func formatOfKeysNeedsAVersion() async throws {
        let package = try await DefectivePackage(.transportStream)
        let key = "#EXT-X-KEY:METHOD=AES-128,URI=\"key\",KEYFORMAT=\"identity\"\n#EXTINF"
        #expect(try package.replace("#EXTINF", with: key, in: Self.video))
        #expect(try package.findings { $0 == .badVersion }.map(\.file) == [Self.video])
    }

    // MARK: Variables

    @Test func variablesAreSubstituted() async throws {
        let rules = try await rules(
            (
                Self.master, "\n",
                "\n#EXT-X-VERSION:8\n#EXT-X-DEFINE:NAME=\"list\",VALUE=\"video\"\n"
                    + "#EXT-X-DEFINE:NAME=\"codec\",VALUE=\"avc1\"\n"
            ),
            (Self.master, "\nvideo.m3u8", "\n{$list}.m3u8"),
            (Self.master, "\"avc1.42c00c\"", "\"{$codec}.42c00c\""),
            (
                Self.video, "VERSION:7\n",
                "VERSION:8\n#EXT-X-DEFINE:IMPORT=\"list\"\n#EXT-X-DEFINE:NAME=\"i\",VALUE=\"init\"\n"
            ),
            (Self.video, "\"init.mp4\"", "\"{$i}.mp4\""),
            (Self.video, "#EXTINF:2.000000,", "#EXTINF:2.000000,\"{$title}\""))
        #expect(rules == [])
    }

    @Test(arguments: [
        (video, "init.mp4", "{$name}.mp4"), (master, "\nvideo.m3u8", "\n{$name}.m3u8"),
        (video, "VERSION:7\n", "VERSION:8\n#EXT-X-DEFINE:IMPORT=\"name\"\n"),
        (video, "VERSION:7\n", "VERSION:8\n#EXT-X-DEFINE:NAME=\"name\"\n"),
        (video, "VERSION:7\n", "VERSION:11\n#EXT-X-DEFINE:QUERYPARAM=\"name\"\n"),
        (video, "VERSION:7\n", "VERSION:8\n#EXT-X-DEFINE:VALUE=\"name\"\n"),
        (video, "VERSION:7\n", "VERSION:8\n#EXT-X-DEFINE:NAME=\"a b\",VALUE=\"c\"\n"),
        (
            video, "VERSION:7\n",
            "VERSION:8\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"b\"\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"c\"\n"
        ),
    ])
    func missingVariableIsFound(file: String, _ pattern: String, _ text: String) async throws {
        #expect(try await rules((file, pattern, text)).contains(.variables))
    }

    @Test func parametersOfTheURIAreVariables() async throws {
        let rules = try await rules(
            (Self.master, "\nvideo.m3u8", "\nvideo.m3u8?token=1"),
            (Self.video, "VERSION:7\n", "VERSION:11\n#EXT-X-DEFINE:QUERYPARAM=\"token\"\n"),
            (Self.video, "1.m4s", "{$token}.m4s"))
        #expect(rules == [])
    }

    /// Values outside of quotes are no places of variables.
    @Test func variableInANumberIsFound() async throws {
        let rules = try await rules(
            (Self.master, "\n", "\n#EXT-X-VERSION:8\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"900\"\n"),
            (Self.master, ":BANDWIDTH=\\d+", ":BANDWIDTH={$a}"))
        #expect(rules == [.badValue])
    }

    /// A megabyte a hundred times.
    @Test func textOfVariablesIsLimited() async throws {
        let package = try await DefectivePackage()
        let value = String(repeating: "a", count: 1 << 20)
        let text =
            "#EXTM3U\n#EXT-X-VERSION:8\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"\(value)\"\n"
            + String(repeating: "#EXTINF:2,\n{$a}\n", count: 100)
        try package.write(text, to: Self.video)
        let messages = try package.findings { $0 == .limitExceeded }.map(\.message)
        #expect(messages.contains("a URI of 1048576 bytes"))
        #expect(messages.contains("more text of variables than is read"))
    }

    // MARK: Counts

    @Test func attributesAreCounted() async throws {
        let attributes = (0..<1001).map { "X-\($0)=1" }.joined(separator: ",")
        #expect(
            try await rules((Self.master, "RESOLUTION", "\(attributes),RESOLUTION"))
                .contains(.limitExceeded))
    }

    @Test func variantsAreCounted() async throws {
        let package = try await DefectivePackage()
        let variant = "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"mp4a.40.2\"\nvideo.m3u8\n"
        let text = "#EXTM3U\n" + String(repeating: variant, count: 10_001)
        try package.write(text, to: Self.master)
        let findings = try package.findings { $0 == .limitExceeded }
        #expect(findings.map(\.line) == [20_002])
    }

    // MARK: Dates

    private static let date = "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z\n"
    private static let range = "#EXT-X-DATERANGE:ID=\"a\""

    /// RFC 8216, 8.10 has a second tag without `START-DATE`.
    @Test func tagOfTheSameRangeHasFurtherAttributes() async throws {
        let first = "\(Self.range),START-DATE=\"2026-01-01T00:00:01Z\",PLANNED-DURATION=5\n"
        func rules(_ second: String) async throws -> [ConformanceRule] {
            try await self.rules(
                (Self.video, "#EXTINF", "\(Self.date)\(first)\(second)\n#EXTINF"),
                ("iframes.m3u8", "#EXTINF", "\(Self.date)#EXTINF"))
        }
        #expect(try await rules("\(Self.range),DURATION=6") == [])
        #expect(try await rules("\(Self.range),PLANNED-DURATION=6") == [.dateRange])
    }

    @Test func datesInOnePlaylistOnlyAreFound() async throws {
        #expect(
            try await rules((Self.video, "#EXTINF", "\(Self.date)#EXTINF")) == [.datesDiffer])
    }

    // MARK: Playlists without a type

    @Test func ratesOfALivePlaylistAreNotCompared() async throws {
        let rate = (Self.master, "AVERAGE-BANDWIDTH=\\d+", "AVERAGE-BANDWIDTH=9")
        let type = (Self.video, "#EXT-X-PLAYLIST-TYPE:VOD\n", "")
        #expect(try await rules(rate) == [.averageBandwidthMismatch])
        #expect(
            try await rules(rate, type) == [.playlistTypeMissing, .averageBandwidthMismatch])
        #expect(try await rules(rate, type, (Self.video, "#EXT-X-ENDLIST", "")) == [])
    }

    /// The peak can be in a segment that does not exist.
    @Test func ratesOfGapsAreNotCompared() async throws {
        let gap = (Self.video, "#EXTINF:2.000000,\n0.m4s", "#EXT-X-GAP\n#EXTINF:2.000000,\n0.m4s")
        let peak = (Self.master, ":BANDWIDTH=\\d+", ":BANDWIDTH=80000000")
        #expect(try await rules(peak) == [.bandwidthOverstated])
        #expect(try await rules(peak, gap) == [])
    }

    @Test func mediaPlaylistAloneHasIndependentSegments() async throws {
        let package = try await DefectivePackage()
        let findings = try CheckedLocation(package.path + "/video.m3u8").findings()
        #expect(findings.map(\.rule) == [.independentSegmentsMissing])
    }

    /// The last segment is as long as the target duration.
    @Test func variantWithoutItsLastSegmentIsFound() async throws {
        let package = try await DefectivePackage()
        try package.addVariant("other.m3u8")
        #expect(try package.replace("#EXTINF.*\n2.m4s\n", with: "", in: "other.m3u8"))
        #expect(try package.findings().map(\.rule).contains(.durationsDiffer))
    }

    @Test func completePlaylistsWithoutATypeAreCompared() async throws {
        let package = try await DefectivePackage()
        let type = "#EXT-X-PLAYLIST-TYPE:VOD\n"
        #expect(try package.replace(type, with: "", in: Self.video))
        try package.addVariant("other.m3u8")
        #expect(try !package.findings().map(\.rule).contains(.durationsDiffer))
        let segments = "#EXTINF.*\n1.m4s\n#EXTINF.*\n2.m4s\n"
        #expect(try package.replace(segments, with: "", in: "other.m3u8"))
        #expect(try package.findings().map(\.rule).contains(.durationsDiffer))
    }
}
