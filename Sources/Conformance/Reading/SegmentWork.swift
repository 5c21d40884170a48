import MediaSandbox
package import Sandbox
import Storage
import SystemPackage

/// Reads the boxes and packets of segments, which are parts of the files of the grant.
package struct SegmentWork: MediaWork {
    /// A part of a file of the package.
    ///
    /// The parts of remote files lie in one file of the grant, one after the other.
    struct Part: Codable, Sendable {
        /// The index of the file in the grant.
        let file: Int
        /// In the file of the grant, in bytes.
        let start: Int64
        /// In the file of the package, in bytes.
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
        var report = SegmentReport()
        var findingCount = 0
        for part in initSegments {
            var list = FindingList { _ in true }
            let bytes = try Self.bytes(part, context)
            // Those of MPEG-TS have tables and no boxes.
            let isStream = bytes.first == TransportPacket.syncByte
            report.initSegments.append(
                SegmentReport.InitSegment(
                    tracks: isStream
                        ? nil : InitSegmentTracks(bytes, file: "", findings: &list),
                    findings: Self.findings(list, &findingCount)))
        }
        for segment in segments {
            if context.isStopped() { throw CancellationError() }
            var list = FindingList { _ in true }
            let tracks = segment.initSegment.flatMap { index in
                report.initSegments.indices.contains(index)
                    ? report.initSegments[index].tracks : nil
            }
            let file = try Self.file(segment.part, context)
            let tables = try segment.tables.map {
                TransportStreamSegment.tables(in: try Self.bytes($0, context))
            }
            let content = Self.content(segment, in: file, tables, tracks, &list)
            if let failure = file.failure { throw failure }
            report.segments.append(
                SegmentReport.Segment(
                    content: content, findings: Self.findings(list, &findingCount)))
        }
        return report
    }

    private static func content(
        _ segment: Segment, in file: MediaFile, _ tables: TransportTables?,
        _ tracks: InitSegmentTracks?, _ findings: inout FindingList
    ) -> SegmentReport.Content {
        let part = segment.part
        let range = part.offset..<part.offset + part.count
        let head = file.bytes(at: part.offset, count: Int(min(part.count, 189)))
        let format = SegmentFormat(head: head, path: "." + segment.suffix)
        switch format {
        case .transportStream:
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

    /// Returns a file in which a part has the position that it has in the file of the package.
    private static func file(_ part: Part, _ context: SandboxContext) throws -> MediaFile {
        let file = try context.openFile(part.file, path: "segments")
        return MediaFile(size: part.offset + part.count) { offset, count in
            var bytes = [UInt8](repeating: 0, count: count)
            let start = part.start + offset - part.offset
            let filled = try file.read(at: start, into: &bytes)
            bytes.removeLast(count - filled)
            return bytes
        }
    }

    private static func bytes(_ part: Part, _ context: SandboxContext) throws -> [UInt8] {
        let file = try file(part, context)
        let bytes = file.bytes(at: part.offset, count: Int(clamping: part.count))
        if let failure = file.failure { throw failure }
        return bytes
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
