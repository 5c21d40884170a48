import Testing

@testable import Conformance

/// Replies of a sandbox process that an upload has taken over.
@Suite struct SegmentReportTests {
    private static let work: SegmentWork = {
        var work = SegmentWork()
        let part = SegmentWork.Part(start: 0, offset: 0, count: 9)
        work.segments = [SegmentWork.Segment(part: part, content: .captions)]
        return work
    }()

    private static func report(
        _ spans: [SegmentReport.Span] = [], findings: [SegmentReport.Finding] = [], count: Int = 1
    ) -> SegmentReport {
        var report = SegmentReport()
        let segment = SegmentReport.Segment(spans: spans, findings: findings)
        report.segments = Array(repeating: segment, count: count)
        return report
    }

    private static func finding(at offset: Int64) -> SegmentReport.Finding {
        SegmentReport.Finding(rule: .boxSize, offset: offset, message: "")
    }

    @Test func plausibleReportIsAccepted() {
        let span = SegmentReport.Span(track: 1, start: 0, end: 1)
        let report = Self.report([span], findings: [Self.finding(at: 0)])
        #expect(report.isPlausible(for: Self.work))
    }

    @Test func impossibleReportIsRejected() {
        let span = SegmentReport.Span(track: 1, start: 0, end: 1)
        let backwards = SegmentReport.Span(track: 1, start: 1, end: 0)
        let endless = SegmentReport.Span(track: 1, start: 0, end: .infinity)
        let many = Array(repeating: Self.finding(at: 0), count: FindingList.limit + 1)
        var reports = [Self.report(count: 0), Self.report(count: 2)]
        reports += [Self.report([span, span]), Self.report([backwards]), Self.report([endless])]
        reports += [Self.report(findings: [Self.finding(at: -1)]), Self.report(findings: many)]
        var unknown = Self.report()
        unknown.initSegments = [[]]
        for report in reports + [unknown] { #expect(!report.isPlausible(for: Self.work)) }
    }
}
