import MediaSandbox
package import Sandbox
import Storage
import SystemPackage

/// Reads the boxes of segments, which lie in the first file of the grant one after the other.
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

    enum Content: Codable, Sendable {
        case captions
        /// Samples, with the index of their init segment.
        case samples(initSegment: Int)
    }

    struct Segment: Codable, Sendable {
        let part: Part
        let content: Content
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
        var tracks: [InitSegmentTracks?] = []
        var findingCount = 0
        for part in initSegments {
            var list = FindingList { _ in true }
            let bytes = joined.bytes(at: part.start, count: Int(clamping: part.count))
            tracks.append(InitSegmentTracks(bytes, file: "", findings: &list))
            report.initSegments.append(Self.findings(list, &findingCount))
        }
        for segment in segments {
            if isStopped() { throw CancellationError() }
            var list = FindingList { _ in true }
            let file = Self.file(segment.part, in: joined)
            var spans: [SegmentReport.Span] = []
            switch segment.content {
            case .captions: Self.checkCaptions(file, segment.part.offset, &list)
            case .samples(let index):
                guard tracks.indices.contains(index), let tracks = tracks[index] else { break }
                let range = segment.part.offset..<segment.part.offset + segment.part.count
                let measured = MeasuredSegment(
                    file, range, name: "", tracks: tracks, findings: &list)
                spans = measured.spans.sorted { $0.key < $1.key }.map { track, span in
                    SegmentReport.Span(track: track, start: span.start, end: span.end)
                }
            }
            report.segments.append(
                SegmentReport.Segment(
                    spans: spans, findings: Self.findings(list, &findingCount)))
        }
        return report
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
