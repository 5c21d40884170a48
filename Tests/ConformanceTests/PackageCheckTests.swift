import Foundation
import TestSupport
import Testing

@testable import Conformance

@Suite struct PackageCheckTests {
    struct Edit: Sendable, CustomTestStringConvertible {
        let rule: ConformanceRule
        let file: String
        let text: String
        let replacement: String

        init(_ rule: ConformanceRule, _ file: String, _ text: String, _ replacement: String) {
            (self.rule, self.file, self.text) = (rule, file, text)
            self.replacement = replacement
        }

        var testDescription: String { "\(rule): \(text)" }
    }

    private static let master = "master.m3u8"
    private static let video = "video.m3u8"
    private static let media = "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"A\""

    static let edits = [
        Edit(.missingFile, master, "\nvideo.m3u8", "\nother.m3u8"),
        Edit(.missingFile, video, "1.m4s", "9.m4s"),
        Edit(.missingFile, video, "init.mp4", "start.mp4"),
        Edit(.uncheckedFile, video, "1.m4s", "https://cdn.example/1.m4s"),
        Edit(.uncheckedFile, video, "1.m4s", "../1.m4s"),
        Edit(.playlistEncoding, master, "#EXTM3U\n", "#EXTM3U\n#\u{1}\n"),
        Edit(.playlistEncoding, master, "#EXTM3U", "\u{FEFF}#EXTM3U"),
        Edit(.playlistHeader, video, "#EXTM3U", "#EXTM3U8"),
        Edit(.mixedTags, master, "#EXTM3U", "#EXTM3U\n#EXT-X-TARGETDURATION:1"),
        Edit(.badAttributes, master, "BANDWIDTH=8000000", "BANDWIDTH=8000000,BANDWIDTH=9000000"),
        Edit(.badAttributes, master, "320x180", "320x180,CLOSED"),
        Edit(.badAttributes, master, "avc1.42c00c\"", "avc1.42c00c"),
        Edit(.badValue, video, "#EXTINF:1.000000", "#EXTINF:one"),
        Edit(.badValue, master, "=320x180", "=320"),
        Edit(.badVersion, video, "VERSION:7", "VERSION:2"),
        Edit(.targetDurationMissing, video, "#EXT-X-TARGETDURATION:1\n", ""),
        Edit(.targetDurationExceeded, video, "TARGETDURATION:1", "TARGETDURATION:0"),
        Edit(.durationMissing, video, "#EXTINF:1.000000,\n", ""),
        Edit(.byteRangeStart, video, "1.m4s", "#EXT-X-BYTERANGE:100\n1.m4s"),
        Edit(.byteRangeBeyondFile, video, "1.m4s", "#EXT-X-BYTERANGE:99999999@0\n1.m4s"),
        Edit(.initSegmentMissing, video, "#EXT-X-MAP:URI=\"init.mp4\"\n", ""),
        Edit(.endMissing, video, "#EXT-X-ENDLIST", ""),
        Edit(.variantURI, master, "\nvideo.m3u8", ""),
        Edit(.attributeMissing, master, "BANDWIDTH=8000000,", ""),
        Edit(.groupMissing, master, "RESOLUTION", "AUDIO=\"a\",RESOLUTION"),
        Edit(.renditionName, master, "#EXTM3U", "#EXTM3U\n\(media)\n\(media)"),
        Edit(
            .defaultRenditions, master, "#EXTM3U",
            "#EXTM3U\n\(media),DEFAULT=YES\n\(media),DEFAULT=YES"),
        Edit(.codecsMissing, master, "CODECS=\"avc1.42c00c\",", ""),
        Edit(.resolutionMissing, master, ",RESOLUTION=320x180", ""),
        Edit(.bandwidthExceeded, master, "BANDWIDTH=8000000", "BANDWIDTH=8000"),
        Edit(.segmentDuration, video, "#EXTINF:1.000000,", "#EXTINF:1.400000,"),
        Edit(.decodeTimeGap, video, "1.m4s", "2.m4s"),
    ]

    @Test func packageOfFFmpegHasNoFindings() async throws {
        let package = try await DefectivePackage()
        #expect(try package.findings() == [])
    }

    @Test(arguments: edits)
    func defectOfPlaylistIsFound(_ edit: Edit) async throws {
        let package = try await DefectivePackage()
        #expect(try package.replace(edit.text, with: edit.replacement, in: edit.file))
        let findings = try package.findings()
        #expect(findings.contains { $0.rule == edit.rule && $0.file == edit.file })
    }

    @Test(arguments: [
        (ConformanceRule.initSegmentStructure, "init.mp4", "moov", "free"),
        (.initSegmentStructure, "init.mp4", "mvex", "free"),
        (.initSegmentStructure, "init.mp4", "mdhd", "free"),
        (.segmentStructure, "1.m4s", "moof", "free"),
        (.segmentStructure, "1.m4s", "traf", "free"),
        (.segmentStructure, "1.m4s", "mdat", "free"),
        (.decodeTimeMissing, "1.m4s", "tfdt", "free"),
    ])
    func missingBoxIsFound(
        rule: ConformanceRule, file: String, box: String, replacement: String
    ) async throws {
        let package = try await DefectivePackage()
        #expect(try package.rename(box: box, to: replacement, in: file))
        let findings = try package.findings()
        #expect(findings.contains { $0.rule == rule && $0.file == file })
    }

    @Test func truncatedSegmentIsFound() async throws {
        let package = try await DefectivePackage()
        try package.write(package.bytes(of: "1.m4s").dropLast(100), to: "1.m4s")
        #expect(try package.findings().map(\.rule).contains(.boxSize))
    }

    /// The fields of `tfhd`: size, type, version and flags, then the track.
    @Test func trackOfAnotherInitSegmentIsFound() async throws {
        let package = try await DefectivePackage()
        var bytes = try package.bytes(of: "1.m4s")
        let header = try #require(bytes.firstRange(of: Array("tfhd".utf8)))
        bytes[header.upperBound + 7] = 9
        try package.write(bytes, to: "1.m4s")
        #expect(try package.findings().map(\.rule).contains(.unknownTrack))
    }

    /// The fields of `trun`: type, version and flags, count, then the offset of the data.
    @Test func samplesBeyondTheirBoxAreFound() async throws {
        let package = try await DefectivePackage()
        var bytes = try package.bytes(of: "1.m4s")
        let run = try #require(bytes.firstRange(of: Array("trun".utf8)))
        bytes[run.upperBound + 8] = 0x7F
        try package.write(bytes, to: "1.m4s")
        #expect(try package.findings().map(\.rule).contains(.sampleData))
    }

    @Test func playlistWithoutSegmentsIsFound() async throws {
        let package = try await DefectivePackage()
        try package.write(Array("#EXTM3U\n#EXT-X-TARGETDURATION:1\n".utf8), to: "video.m3u8")
        #expect(try package.findings().map(\.rule) == [.noSegments])
    }

    /// Segments are read in batches; a playlist of a million takes 330 MB of memory.
    @Test func playlistOfManySegmentsIsRead() async throws {
        let package = try await DefectivePackage()
        try package.write([0x47], to: "0.ts")
        let head = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n"
        let segments = String(repeating: "#EXTINF:1,\n0.ts\n", count: 20_000)
        try package.write(Array((head + segments + "1.ts\n").utf8), to: "video.m3u8")
        let findings = try package.findings()
        #expect(findings.map(\.rule) == [.durationMissing, .missingFile])
        #expect(findings.map(\.line) == [40_003, 40_003])
    }

    @Test func mediaPlaylistsAreCounted() async throws {
        let package = try await DefectivePackage()
        let variants = (0...1000).map {
            "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"mp4a.40.2\"\n\($0).m3u8\n"
        }
        try package.write(Array(("#EXTM3U\n" + variants.joined()).utf8), to: "master.m3u8")
        let findings = try package.findings { $0 != .missingFile }
        #expect(findings.map(\.rule) == [.limitExceeded])
    }

    /// A file system may have such a file without its bytes.
    @Test func segmentsBeyondTheLimitAreNotRead() async throws {
        let package = try await DefectivePackage()
        let file = try FileHandle(forWritingTo: package.folder.file("1.m4s"))
        try file.truncate(atOffset: 2 << 40)
        try file.close()
        #expect(try package.findings().map(\.rule).contains(.limitExceeded))
    }

    @Test func segmentAsPlaylistIsFound() async throws {
        let package = try await DefectivePackage()
        try package.write(package.bytes(of: "1.m4s"), to: "video.m3u8")
        #expect(try package.findings().map(\.rule) == [.playlistEncoding])
    }

    @Test func playlistBeyondTheLimitIsNotRead() async throws {
        let package = try await DefectivePackage()
        let file = try FileHandle(forWritingTo: package.folder.file("video.m3u8"))
        try file.truncate(atOffset: 1 << 30)
        try file.close()
        #expect(try package.findings().map(\.rule) == [.playlistTooLarge])
    }

    @Test func captionsInAnotherFormatAreFound() async throws {
        let package = try await DefectivePackage()
        try package.write(Array("1\n00:00:00,000 --> 00:00:01,000\nText\n".utf8), to: "0.vtt")
        let playlist = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\n0.vtt\n#EXT-X-ENDLIST\n"
        try package.write(Array(playlist.utf8), to: "video.m3u8")
        #expect(try package.findings().map(\.rule) == [.captionsHeader])
    }

    @Test func findingNamesTheLine() async throws {
        let package = try await DefectivePackage()
        #expect(try package.replace("=320x180", with: "=320", in: "master.m3u8"))
        #expect(try package.findings().map(\.line) == [2])
    }

    @Test func disabledRuleIsNotReported() async throws {
        let package = try await DefectivePackage()
        #expect(try package.replace("=320x180", with: "=320", in: "master.m3u8"))
        #expect(try package.findings { $0 != .badValue } == [])
    }

    @Test func missingPackageIsAnError() throws {
        let folder = try TemporaryFolder()
        let findings = try CheckedLocation(folder.file("none").path).findings()
        #expect(findings.map(\.rule) == [.missingFile])
    }

    /// A trap or an endless loop ends the test run; `VT_PROPERTY_SEED` repeats it.
    @Test func mutatedPackagesEndWithAReport() async throws {
        let package = try await DefectivePackage()
        let seed =
            ProcessInfo.processInfo.environment["VT_PROPERTY_SEED"].flatMap { UInt64($0) }
            ?? UInt64.random(in: 0...UInt64.max)
        print("VT_PROPERTY_SEED=\(seed)")
        var random = SplitMix(state: seed)
        let names = ["master.m3u8", "video.m3u8", "init.mp4", "1.m4s"]
        for _ in 0..<300 {
            let name = names[Int(random.next() % UInt64(names.count))]
            let original = try package.bytes(of: name)
            var bytes = original
            for _ in 0...(random.next() % 8) {
                // The boxes of a segment are in its first bytes.
                let position = Int(random.next() % UInt64(min(bytes.count, 800)))
                bytes[position] = UInt8(truncatingIfNeeded: random.next())
            }
            try package.write(bytes, to: name)
            let findings = try package.findings()
            #expect(findings.count <= FindingList.limit)
            try package.write(original, to: name)
        }
        #expect(try package.findings() == [])
    }
}
