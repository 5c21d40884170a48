/// What was measured of a batch of segments.
package struct SegmentReport: Codable, Sendable {
    /// The decode times of a track, in seconds.
    struct Span: Codable, Sendable {
        let track: UInt64
        let start: Double
        let end: Double
    }

    struct Finding: Codable, Sendable {
        let rule: ConformanceRule
        let offset: Int64?
        let message: String
    }

    struct Segment: Codable, Sendable {
        let spans: [Span]
        let findings: [Finding]
    }

    /// The findings of each init segment.
    var initSegments: [[Finding]] = []
    var segments: [Segment] = []

    /// Whether a process that is not trusted can have sent it for this work.
    func isPlausible(for work: SegmentWork) -> Bool {
        guard initSegments.count == work.initSegments.count,
            segments.count == work.segments.count
        else { return false }
        let findings = initSegments.joined().count + segments.reduce(0) { $0 + $1.findings.count }
        return findings <= FindingList.limit
            && segments.allSatisfy { segment in
                Set(segment.spans.map(\.track)).count == segment.spans.count
                    && segment.spans.allSatisfy { span in
                        span.start.isFinite && span.end.isFinite && span.start <= span.end
                    }
            }
            && (initSegments.joined() + segments.flatMap(\.findings)).allSatisfy { finding in
                finding.offset ?? 0 >= 0
            }
    }
}
