import Foundation
import Testing

@testable import Conformance

/// Replies of a sandbox process that an upload has taken over.
@Suite struct SegmentReportTests {
    private static let work: SegmentWork = {
        var work = SegmentWork()
        let part = SegmentWork.Part(file: 0, start: 0, offset: 0, count: 9)
        work.initSegments = [part]
        work.segments = [
            SegmentWork.Segment(
                part: part, suffix: "m4s", initSegment: 0, isIFrame: false, tables: nil)
        ]
        return work
    }()

    private static let track =
        #"{"kind":"video","timescale":90000,"displaySize":{"width":16,"height":16},"#
        + #""description":{"codec":{"text":"avc1"},"size":{"width":16,"height":16}},"#
        + #""defaultDuration":0,"defaultSize":0,"defaultFlags":0}"#
    private static let fragments =
        #"{"fragments":{"_0":{"spans":[1,{"start":0,"end":1}],"ends":[],"videos":[1,"#
        + #"{"count":1,"shortest":0.5,"syncTimes":[0.25],"startsWithSync":true,"offset":8}]}}}"#
    private static let streams =
        #"{"streams":{"_0":{"hasTables":true,"streams":[256,{"coding":"advancedVideo","start":9,"#
        + #""offset":0,"startsWithRandomAccess":true,"randomAccessTimes":[7],"units":2,"#
        + #""duration":1.5,"shortestUnit":3,"parameters":{"profile":[66,0,30],"#
        + #""size":{"width":16,"height":16},"displaySize":{"width":16,"height":16}}}]}}}"#
    private static let audio =
        #"{"packedAudio":{"_0":{"start":5,"duration":1.5,"codec":{"text":"mp4a"}}}}"#
    private static let finding = #"{"rule":"box-size","offset":0,"message":"text"}"#

    /// The text of a reply with one init segment and one segment.
    private static func reply(_ content: String) -> String {
        #"{"initSegments":[{"tracks":{"tracks":[1,\#(track)]},"findings":[]}],"#
            + #""segments":[{"content":\#(content),"findings":[\#(finding)]}]}"#
    }

    private static func isPlausible(_ reply: String) throws -> Bool {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        return try decoder.decode(SegmentReport.self, from: Data(reply.utf8))
            .isPlausible(for: work)
    }

    @Test(arguments: [fragments, streams, audio, #"{"captions":{}}"#])
    func plausibleReportIsAccepted(_ content: String) throws {
        #expect(try Self.isPlausible(Self.reply(content)))
    }

    @Test(arguments: [
        (fragments, #""end":1"#, #""end":-1"#), (fragments, #""end":1"#, #""end":"inf""#),
        (fragments, #""videos":[1"#, #""videos":[2"#), (fragments, "0.25", "1e300"),
        (fragments, #""shortest":0.5"#, #""shortest":"nan""#),
        (fragments, #""offset":8"#, #""offset":-8"#),
        (fragments, #""timescale":90000"#, #""timescale":0"#),
        (fragments, #""text":"avc1""#, #""text":"avc1\n""#),
        (fragments, #""width":16"#, #""width":-16"#),
        (fragments, #"{"rule":"box-size","offset":0"#, #"{"rule":"box-size","offset":-1"#),
        (streams, #""start":9"#, #""start":9223372036854775807"#),
        (streams, "[7]", "[-9223372036854775808]"), (streams, #""units":2"#, #""units":-2"#),
        (streams, "[66,0,30]", "[66]"), (streams, #""duration":1.5"#, #""duration":1e300"#),
        (streams, #""duration":1.5"#, #""duration":1e18"#),
        (audio, #""duration":1.5"#, #""duration":1e18"#),
        (audio, #""start":5"#, #""start":-9223372036854775808"#),
        (audio, #""text":"mp4a""#, #""text":"mp4a.40.2, x é""#),
    ])
    func impossibleReportIsRejected(
        _ content: String, _ text: String, _ replacement: String
    ) throws {
        let reply = Self.reply(content)
        #expect(reply.contains(text))
        #expect(try !Self.isPlausible(reply.replacing(text, with: replacement)))
    }

    @Test func otherCountsAreRejected() throws {
        var report = try JSONDecoder().decode(
            SegmentReport.self, from: Data(Self.reply(Self.fragments).utf8))
        let findings = Array(repeating: report.segments[0].findings[0], count: 10_001)
        report.segments.append(report.segments[0])
        #expect(!report.isPlausible(for: Self.work))
        report.segments = [SegmentReport.Segment(content: .captions, findings: findings)]
        #expect(!report.isPlausible(for: Self.work))
        report.segments = []
        #expect(!report.isPlausible(for: Self.work))
    }
}
