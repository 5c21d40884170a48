import Foundation
import TestSupport
import Testing

@testable import Conformance

/// RFC 8216, 3.2, and ISO/IEC 13818-1.
@Suite struct TransportStreamTests {
    private static func rules(
        after change: (inout TransportPackets) throws -> Void, in names: [String] = ["1.ts"]
    ) async throws -> [ConformanceRule] {
        let package = try await DefectivePackage(.transportStream)
        for name in names {
            var packets = TransportPackets(try package.bytes(of: name))
            try change(&packets)
            try package.write(packets.bytes, to: name)
        }
        return try package.findings().map(\.rule)
    }

    @Test func lostSyncByteIsFound() async throws {
        #expect(try await Self.rules { $0.packets[40][0] = 0x46 }.contains(.transportSync))
    }

    @Test func truncatedPacketIsFound() async throws {
        let rules = try await Self.rules { packets in
            packets.packets[packets.packets.count - 1].removeLast(10)
        }
        #expect(rules.contains(.transportSync))
    }

    @Test func lostPacketIsFound() async throws {
        let rules = try await Self.rules { packets in
            let index = try #require(packets.index(of: TransportPackets.video))
            packets.packets.remove(at: index + 1)
        }
        #expect(rules.contains(.transportContinuity))
    }

    /// ISO/IEC 13818-1, 2.4.3.3: a packet can be sent twice, not more often.
    @Test(arguments: [(2, false), (3, true)])
    func repeatedPacket(count: Int, isFinding: Bool) async throws {
        let rules = try await Self.rules { packets in
            let index = try #require(packets.index(of: TransportPackets.video)) + 1
            let copies = Array(repeating: packets.packets[index], count: count - 1)
            packets.packets.insert(contentsOf: copies, at: index)
        }
        #expect(rules.contains(.transportContinuity) == isFinding)
    }

    @Test(arguments: [0, TransportPackets.table])
    func wrongChecksumIsFound(pid: Int) async throws {
        let rules = try await Self.rules { packets in
            let index = try #require(packets.index(of: pid))
            packets.packets[index][12] ^= 1
        }
        #expect(rules.contains(.transportChecksum))
    }

    @Test(arguments: [0, TransportPackets.table])
    func missingTableIsFound(pid: Int) async throws {
        let rules = try await Self.rules { packets in
            packets.packets.removeAll { TransportPackets.pid($0) == pid }
        }
        #expect(rules.contains(.transportTables))
    }

    /// A PMT with many descriptors, as of a program with many languages.
    @Test func tableOfTwoPacketsIsRead() async throws {
        let rules = try await Self.rules { packets in
            packets.lengthenTable(by: 200)
        }
        #expect(rules.allSatisfy { $0 == .bandwidthExceeded })
    }

    @Test func lateTablesAreFound() async throws {
        let rules = try await Self.rules { packets in
            let content = try #require(packets.index(of: TransportPackets.video))
            packets.packets.insert(packets.packets.remove(at: content), at: 0)
        }
        #expect(rules.contains(.transportTablesFirst))
    }

    @Test func secondProgramIsFound() async throws {
        let rules = try await Self.rules {
            $0.changeSections(of: 0) { $0 += [0, 2, 0xF0, 0x20] }
        }
        #expect(rules.contains(.transportPrograms))
    }

    /// The type of the first stream is at byte 12 of the section, its PID follows.
    @Test func streamsWithoutTimestampsAreFound() async throws {
        let rules = try await Self.rules {
            $0.changeSections(of: TransportPackets.table) { section in
                section[14] = 0x70
                section.removeLast(section.count - 17)
            }
        }
        #expect(rules.contains(.transportTimestamps))
    }

    @Test func unitTypeThatIsNoKeyframeIsFound() async throws {
        let rules = try await Self.rules { packets in
            let index = try #require(packets.index(of: TransportPackets.video))
            packets.packets[index][5] &= ~0x40
            for position in index..<(index + 20) {
                guard TransportPackets.pid(packets.packets[position]) == TransportPackets.video,
                    let start = packets.packets[position].firstRange(of: [0, 0, 1, 0x65])
                else { continue }
                packets.packets[position][start.upperBound - 1] = 0x61
                return
            }
            Issue.record("no IDR slice")
        }
        #expect(rules.contains(.independentSegments))
    }

    /// ISO/IEC 13818-1, 2.4.3.7: timestamps have 33 bits, so that they restart after 26.5 hours.
    @Test(arguments: [0, 3, 5])
    func wrapOfTimestampsIsContinuous(seconds: Int64) async throws {
        let start = 1 << 33 - seconds * 90_000 - 126_000
        let rules = try await Self.rules(
            after: { $0.shiftTimes(by: start) }, in: ["0.ts", "1.ts", "2.ts"])
        #expect(rules == [])
    }

    @Test func shiftedSegmentIsFound() async throws {
        let rules = try await Self.rules { $0.shiftTimes(by: 90_000) }
        #expect(rules.filter { $0 == .decodeTimeGap }.count == 4)
        #expect(Set(rules) == [.decodeTimeGap, .keyframeInterval])
    }

    @Test(arguments: [
        Defect(.segmentDuration, "video.m3u8", "EXTINF:2.000000", "EXTINF:1.400000"),
        Defect(.decodeTimeGap, "video.m3u8", "1.ts", "2.ts"),
        Defect(.codecsMismatch, "master.m3u8", "avc1.42c00c,", "avc1.42c01f,"),
        Defect(.codecsMismatch, "master.m3u8", ",mp4a.40.2", ""),
        Defect(.codecsMismatch, "master.m3u8", "mp4a.40.2", "ac-3"),
        Defect(.resolutionMismatch, "master.m3u8", "320x180", "320x240"),
        Defect(.frameRateMismatch, "master.m3u8", "25.000", "30.000"),
        Defect(
            .iFrameRange, "iframes.m3u8", "BYTERANGE:\\d+@0", "BYTERANGE:188@188"),
    ])
    func defectOfPlaylistIsFound(_ defect: Defect) async throws {
        let package = try await DefectivePackage(.transportStream)
        #expect(try package.replace(defect.pattern, with: defect.replacement, in: defect.file))
        let findings = try package.findings()
        #expect(findings.contains { $0.rule == defect.rule && $0.file == defect.found })
    }
}

/// RFC 8216, 3.4.
@Suite struct PackedAudioTests {
    private static func rules(
        after change: (inout [UInt8]) -> Void
    ) async throws -> [ConformanceRule] {
        let package = try await DefectivePackage(.packedAudio)
        var bytes = try package.bytes(of: "1.aac")
        change(&bytes)
        try package.write(bytes, to: "1.aac")
        return try package.findings().map(\.rule)
    }

    @Test func missingTimestampIsFound() async throws {
        let rules = try await Self.rules { bytes in
            bytes.removeSubrange(..<(bytes.firstRange(of: [0xFF, 0xF1])?.lowerBound ?? 0))
        }
        #expect(rules.contains(.packedAudioTimestamp))
    }

    @Test func timestampBeyondItsBitsIsFound() async throws {
        let rules = try await Self.rules { bytes in
            guard let frames = bytes.firstRange(of: [0xFF, 0xF1]) else { return }
            bytes[frames.lowerBound - 8] = 1
        }
        #expect(rules.contains(.packedAudioTimestamp))
    }

    @Test func wrongTimestampIsFound() async throws {
        let rules = try await Self.rules { bytes in
            guard let frames = bytes.firstRange(of: [0xFF, 0xF1]) else { return }
            bytes[frames.lowerBound - 2] ^= 0x80
        }
        #expect(rules == [.decodeTimeGap, .decodeTimeGap])
    }

    /// RFC 8216, 3.4: a segment has audio samples and ID3 tags.
    @Test func tagsBetweenFramesAreRead() async throws {
        let rules = try await Self.rules { bytes in
            guard let tag = ID3Tag.frames(bytes)?.upperBound else { return }
            let length =
                Int(bytes[tag + 3] & 0x3) << 11 | Int(bytes[tag + 4]) << 3
                | Int(bytes[tag + 5] >> 5)
            bytes.insert(contentsOf: bytes[..<tag], at: tag + length)
            bytes.insert(contentsOf: bytes[..<tag], at: tag)
        }
        #expect(rules.allSatisfy { $0 == .bandwidthExceeded })
    }

    /// RFC 8216, 4.3.2.1: durations are integers before version 3.
    @Test(arguments: [(2, []), (3, [ConformanceRule.segmentDuration])])
    func integerDurationsAreRounded(version: Int, expected: [ConformanceRule]) async throws {
        let package = try await DefectivePackage(.packedAudio)
        var bytes = try package.bytes(of: "2.aac")
        var end = try #require(ID3Tag.frames(bytes)).upperBound
        // 75 frames of 1,024 samples last 1.6 s.
        for _ in 0..<75 {
            end +=
                Int(bytes[end + 3] & 0x3) << 11 | Int(bytes[end + 4]) << 3
                | Int(bytes[end + 5] >> 5)
        }
        bytes.removeSubrange(end...)
        try package.write(bytes, to: "2.aac")
        let text = try String(contentsOf: package.folder.file("video.m3u8"), encoding: .utf8)
        try package.write(
            text.replacing("VERSION:3", with: "VERSION:\(version)")
                .replacing("#EXTINF:2.000", with: "#EXTINF:2"), to: "video.m3u8")
        let findings = try package.findings { ![.averageBandwidthMismatch].contains($0) }
        #expect(findings.map(\.rule) == expected)
    }

    @Test func bytesBetweenFramesAreFound() async throws {
        let rules = try await Self.rules { bytes in
            bytes += Array(repeating: 0, count: 100)
        }
        #expect(rules.contains(.packedAudioFrames))
    }

    @Test func otherContentIsFound() async throws {
        let rules = try await Self.rules { bytes in
            guard let frames = bytes.firstRange(of: [0xFF, 0xF1]) else { return }
            bytes.replaceSubrange(
                frames.lowerBound..., with: Array(repeating: 1, count: 1000))
        }
        #expect(rules.contains(.packedAudioFrames))
    }
}
