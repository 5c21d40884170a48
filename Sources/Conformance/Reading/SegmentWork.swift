import MediaSandbox
package import Sandbox
import Storage
import SystemPackage

/// Reads the boxes and packets of segments, which lie in the first file of the grant one after the other.
package struct SegmentWork: MediaWork {
    /// A part of a file of the package, and its position in the joined file.
    struct Part: Codable, Sendable {
        /// In the joined file, in bytes.
        let start: Int64
        /// In its own file, in bytes.
        let offset: Int64
        /// In bytes.
        let count: Int64
    }

    struct Segment: Codable, Sendable {
        let part: Part
        /// The ending of the file's name, by which a format is guessed that its bytes do not show.
        let suffix: String
        /// The index of its init segment; `nil` without one.
        let initSegment: Int?
        /// Whether it is an entry of an I-frame playlist.
        let isIFrame: Bool
        /// The beginning of the file, which has the tables of MPEG-TS; `nil` if the segment itself must have them.
        let tables: Part?
    }

    package typealias Output = SegmentReport

    package static let kind = "check-segments"

    var initSegments: [Part] = []
    var segments: [Segment] = []

    package func run(in context: SandboxContext) throws -> SegmentReport {
        let file = try context.openFile(0, path: "segments")
        let media = MediaFile(size: file.size) { offset, count in
            var bytes = [UInt8](repeating: 0, count: count)
            let filled = try file.read(at: offset, into: &bytes)
            bytes.removeLast(count - filled)
            return bytes
        }
        let report = try read(media, isStopped: context.isStopped)
        if let failure = media.failure { throw failure }
        return report
    }

    private func read(
        _ joined: MediaFile, isStopped: () -> Bool
    ) throws -> SegmentReport {
        var report = SegmentReport()
        var findingCount = 0
        for part in initSegments {
            var list = FindingList { _ in true }
            let bytes = joined.bytes(at: part.start, count: Int(clamping: part.count))
            // Those of MPEG-TS have tables and no boxes.
            let isStream = bytes.first == TransportPacket.syncByte
            report.initSegments.append(
                SegmentReport.InitSegment(
                    tracks: isStream
                        ? nil : InitSegmentTracks(bytes, file: "", findings: &list),
                    findings: Self.findings(list, &findingCount)))
        }
        for segment in segments {
            if isStopped() { throw CancellationError() }
            var list = FindingList { _ in true }
            let tracks = segment.initSegment.flatMap { index in
                report.initSegments.indices.contains(index)
                    ? report.initSegments[index].tracks : nil
            }
            let content = Self.content(segment, in: joined, tracks, &list)
            report.segments.append(
                SegmentReport.Segment(
                    content: content, findings: Self.findings(list, &findingCount)))
        }
        return report
    }

    private static func content(
        _ segment: Segment, in joined: MediaFile, _ tracks: InitSegmentTracks?,
        _ findings: inout FindingList
    ) -> SegmentReport.Content {
        let (file, part) = (file(segment.part, in: joined), segment.part)
        let range = part.offset..<part.offset + part.count
        let head = file.bytes(at: part.offset, count: Int(min(part.count, 189)))
        let format = SegmentFormat(head: head, path: "." + segment.suffix)
        switch format {
        case .transportStream:
            let tables = segment.tables.map {
                TransportStreamSegment.tables(
                    in: joined.bytes(at: $0.start, count: Int(clamping: $0.count)))
            }
            return .streams(
                MeasuredStreams(
                    TransportStreamSegment(
                        file, range, name: "", tables: tables ?? TransportTables(),
                        needsTables: tables == nil, findings: &findings)))
        case .packedAudio:
            return .packedAudio(
                PackedAudioSegment(file, range, name: "", findings: &findings))
        case .captions:
            checkCaptions(file, part.offset, &findings)
            return .captions
        case .fragmentedMP4, .unknown:
            guard segment.initSegment != nil else {
                return format == .unknown ? .unknown : .boxes
            }
            guard let tracks else { return .boxes }
            return segment.isIFrame
                ? .fragmentStart(FragmentStart(file, range, tracks: tracks))
                : .fragments(
                    MeasuredSegment(file, range, name: "", tracks: tracks, findings: &findings))
        }
    }

    /// Returns a file in which a part has the position that it has in its own file.
    private static func file(_ part: Part, in joined: MediaFile) -> MediaFile {
        MediaFile(size: part.offset + part.count) { offset, count in
            joined.bytes(at: part.start + offset - part.offset, count: count)
        }
    }

    private static func checkCaptions(
        _ file: MediaFile, _ start: Int64, _ findings: inout FindingList
    ) {
        var bytes = file.bytes(at: start, count: 9)[...]
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        if !bytes.starts(with: "WEBVTT".utf8) {
            findings.add(.captionsHeader, "", offset: 0, "the file does not begin with WEBVTT")
        }
    }

    /// Returns findings until all segments together have the limit of a report.
    private static func findings(
        _ list: FindingList, _ count: inout Int
    ) -> [SegmentReport.Finding] {
        let findings = list.findings.prefix(max(0, FindingList.limit - count))
        count += findings.count
        return findings.map { finding in
            SegmentReport.Finding(
                rule: finding.rule, offset: finding.offset, message: finding.message)
        }
    }
}
