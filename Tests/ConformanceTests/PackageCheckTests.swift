import Foundation
import TestSupport
import Testing

@testable import Conformance

@Suite struct PackageCheckTests {
    @Test(arguments: DefectivePackage.Kind.allCases)
    func packageOfFFmpegHasNoFindings(_ kind: DefectivePackage.Kind) async throws {
        let package = try await DefectivePackage(kind)
        #expect(try package.findings() == [])
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

    /// The parent of the process that measures them accepts extreme values, too.
    @Test func unprintableSampleEntryIsNoCodec() async throws {
        let package = try await DefectivePackage()
        var bytes = try package.bytes(of: "init.mp4")
        let table = try #require(bytes.firstRange(of: Array("stsd".utf8)))
        // Version and flags, the count, the size of the entry, then its name.
        bytes.replaceSubrange(
            (table.upperBound + 12)..<(table.upperBound + 16), with: [0xA9, 0, 1, 2])
        try package.write(bytes, to: "init.mp4")
        #expect(try !package.findings().map(\.rule).contains(.codecsMismatch))
    }

    /// The fields of `mdhd` of version 0: version and flags, two times, the timescale.
    @Test func largestDecodeTimeIsAGap() async throws {
        let package = try await DefectivePackage()
        var bytes = try package.bytes(of: "init.mp4")
        let header = try #require(bytes.firstRange(of: Array("mdhd".utf8)))
        #expect(bytes[header.upperBound] == 0)
        bytes.replaceSubrange(
            (header.upperBound + 12)..<(header.upperBound + 16), with: [0, 0, 0, 1])
        try package.write(bytes, to: "init.mp4")
        var segment = try package.bytes(of: "1.m4s")
        let time = try #require(segment.firstRange(of: Array("tfdt".utf8)))
        #expect(segment[time.upperBound] == 1)
        segment.replaceSubrange(
            (time.upperBound + 4)..<(time.upperBound + 12), with: Array(repeating: 0xFF, count: 8))
        try package.write(segment, to: "1.m4s")
        #expect(try package.findings().map(\.rule).contains(.decodeTimeGap))
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

    /// The fields of `trun`: type, version and flags, count, the offset of the data, then the flags of the first sample.
    @Test(arguments: [(true, ConformanceRule.independentSegments), (false, .segmentKeyframe)])
    func segmentThatBeginsWithoutSyncSampleIsFound(
        isIndependent: Bool, rule: ConformanceRule
    ) async throws {
        let package = try await DefectivePackage()
        if !isIndependent {
            let tag = "#EXT-X-INDEPENDENT-SEGMENTS\n"
            #expect(try package.replace(tag, with: "", in: "master.m3u8"))
        }
        var bytes = try package.bytes(of: "1.m4s")
        let run = try #require(bytes.firstRange(of: Array("trun".utf8)))
        #expect(bytes[run.upperBound + 3] & 0x4 != 0)
        bytes.replaceSubrange(
            (run.upperBound + 12)..<(run.upperBound + 16), with: [0x01, 0x01, 0, 0])
        try package.write(bytes, to: "1.m4s")
        let rules = try package.findings().map(\.rule)
        #expect(rules.contains(rule) && rules.contains(.keyframeInterval))
        #expect(rules.contains(.iFrameRange))
    }

    @Test func gapBetweenFragmentsIsFound() async throws {
        let package = try await DefectivePackage()
        try package.write(package.bytes(of: "0.m4s") + package.bytes(of: "2.m4s"), to: "0.m4s")
        let findings = try package.findings()
        #expect(findings.contains { $0.rule == .decodeTimeGap && $0.file == "0.m4s" })
    }

    @Test func dataWithoutFragmentIsFound() async throws {
        let package = try await DefectivePackage()
        try package.write(
            package.bytes(of: "1.m4s") + [0, 0, 0, 8] + Array("mdat".utf8), to: "1.m4s")
        let findings = try package.findings()
        #expect(findings.contains { $0.rule == .segmentStructure && $0.file == "1.m4s" })
    }

    /// Encoders with reordered frames insert their delay into the first decode times.
    @Test func frameRateIsThatOfPresentation() async throws {
        let package = try await DefectivePackage()
        try await FFmpeg.run(
            ["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=25:duration=2", "-c:v", "libx264"]
                + [
                    "-preset", "ultrafast", "-bf", "2", "-g", "50", "-pix_fmt", "yuv420p", "-f",
                    "hls",
                ]
                + ["-hls_time", "2", "-hls_playlist_type", "vod", "-hls_segment_type", "fmp4"]
                + ["-hls_segment_filename", package.folder.file("%d.m4s").path]
                + [package.folder.file("video.m3u8").path])
        let rules = try package.findings().map(\.rule)
        #expect(!rules.contains(.frameRateMismatch) && !rules.contains(.startsDiffer))
        #expect(try package.replace("25.000", with: "50.000", in: "master.m3u8"))
        #expect(try package.findings().map(\.rule).contains(.frameRateMismatch))
    }

    @Test func playlistWithoutSegmentsIsFound() async throws {
        let package = try await DefectivePackage()
        try package.write(Array("#EXTM3U\n#EXT-X-TARGETDURATION:2\n".utf8), to: "video.m3u8")
        #expect(try package.findings().map(\.rule) == [.noSegments])
    }

    /// Segments are read in batches; a playlist of a million takes 330 MB of memory.
    @Test func playlistOfManySegmentsIsRead() async throws {
        let package = try await DefectivePackage()
        try package.write(Array("WEBVTT\n".utf8), to: "0.vtt")
        let head = "#EXTM3U\n#EXT-X-TARGETDURATION:1\n"
        let segments = String(repeating: "#EXTINF:1,\n0.vtt\n", count: 20_000)
        try package.write(Array((head + segments + "1.vtt\n").utf8), to: "video.m3u8")
        let findings = try package.findings { [.durationMissing, .missingFile].contains($0) }
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
        try package.write("1\n00:00:00,000 --> 00:00:01,000\nText\n", to: "0.vtt")
        #expect(try package.replace("1.m4s", with: "0.vtt", in: "video.m3u8"))
        #expect(try package.findings().map(\.rule).contains(.captionsHeader))
    }

    @Test func segmentOfAnotherFormatIsFound() async throws {
        let package = try await DefectivePackage()
        try package.write([0xFF, 0xD8, 0xFF, 0xE0], to: "0.jpg")
        #expect(try package.replace("#EXT-X-MAP.*\n", with: "", in: "video.m3u8"))
        #expect(try package.replace("1.m4s", with: "0.jpg", in: "video.m3u8"))
        #expect(try package.findings().map(\.rule).contains(.segmentFormat))
    }

    @Test func findingNamesTheLine() async throws {
        let package = try await DefectivePackage()
        #expect(try package.replace("=320x180", with: "=320", in: "master.m3u8"))
        #expect(try package.findings().map(\.line) == [3])
    }

    @Test func disabledRuleIsNotReported() async throws {
        let package = try await DefectivePackage()
        #expect(try package.replace("=320x180", with: "=320", in: "master.m3u8"))
        #expect(try package.findings { $0 != .badValue } == [])
    }

    /// The target of a link can be any file of the host, and lines of playlists are printed.
    @Test(arguments: ["video.m3u8", "1.m4s", "init.mp4", "master.m3u8"])
    func linksOutOfThePackageAreNotRead(_ name: String) async throws {
        let package = try await DefectivePackage()
        let other = try TemporaryFolder("secrets")
        try Data("root:x:0:0\n".utf8).write(to: other.file("passwd"))
        try FileManager.default.removeItem(at: package.folder.file(name))
        try FileManager.default.createSymbolicLink(
            at: package.folder.file(name), withDestinationURL: other.file("passwd"))
        let findings = try package.findings { $0 == .uncheckedFile || $0 == .durationMissing }
        #expect(Set(findings.map(\.rule)) == [.uncheckedFile])
        #expect(findings.allSatisfy { $0.message == "\(name) is a link out of the package" })
    }

    @Test func linksInsideOfThePackageAreRead() async throws {
        let package = try await DefectivePackage()
        try FileManager.default.moveItem(
            at: package.folder.file("1.m4s"), to: package.folder.file("one.m4s"))
        try FileManager.default.createSymbolicLink(
            atPath: package.folder.file("1.m4s").path, withDestinationPath: "one.m4s")
        #expect(try package.findings() == [])
        let links = try TemporaryFolder("links")
        let link = links.file("package")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: package.folder.url)
        #expect(try CheckedLocation(link.path).findings() == [])
    }

    @Test func missingPackageIsAnError() throws {
        let folder = try TemporaryFolder()
        let findings = try CheckedLocation(folder.file("none").path).findings()
        #expect(findings.map(\.rule) == [.missingFile])
    }
}
