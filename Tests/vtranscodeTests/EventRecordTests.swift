import Storage
import SystemPackage
import Testing

@testable import MediaModel
@testable import Transcoding
@testable import vtranscode

/// The lines of docs/events.md, on which scripts depend.
@Suite struct EventRecordTests {
    private static func line(_ event: RunEvent) throws -> String {
        try EventRecord.event(event, time: 1.23456).line
    }

    @Test func started() throws {
        #expect(
            try Self.line(.started(uploads: 2, bytes: 300))
                == #"{"bytes":300,"event":"started","schema":1,"time":1.235,"uploads":2}"#)
    }

    @Test func skipped() throws {
        #expect(
            try Self.line(.skipped(path: Location("in/a\n.md"), reason: "not media"))
                == #"{"event":"skipped","path":"in/a\n.md","reason":"not media","time":1.235}"#)
    }

    @Test func planned() throws {
        let event = RunEvent.planned(
            upload: Location("in/a.mp4"), name: "a", duration: 62.4, rungs: ["720p", "360p"],
            warnings: [Finding(.rotated, .info, "rotated")])
        #expect(
            try Self.line(event) == """
                {"duration":62.4,"event":"planned","name":"a","rungs":["720p","360p"],"time":1.235,\
                "upload":"in/a.mp4",\
                "warnings":[{"code":"ROTATED","message":"rotated","severity":"info"}]}
                """)
    }

    /// Keys with unknown values are present.
    @Test(arguments: [(9.2, "9.2"), (nil, "null"), (.infinity, "null")] as [(Double?, String)])
    func progress(remaining: Double?, text: String) throws {
        #expect(
            try Self.line(.progress("a", 0.42, remaining: remaining)) == """
                {"event":"progress","fraction":0.42,"framesDone":786,"framesPerSecond":118.2,\
                "framesTotal":1872,"name":"a","realTimeFactor":3.94,"remaining":\(text),\
                "time":1.235,"upload":"a"}
                """)
    }

    @Test(arguments: [
        (
            UploadResult.Outcome.done,
            #"{"bytes":12345678,"duration":62.4,"event":"finished","name":"a","notices":[],"#
                + #""outcome":"published","reused":0,"seconds":16.1,"segments":11,"#
                + #""time":1.235,"upload":"a"}"#
        ),
        (
            .unchanged,
            #"{"duration":62.4,"event":"finished","name":"a","notices":[],"#
                + #""outcome":"unchanged","time":1.235,"upload":"a"}"#
        ),
        (
            .truncated,
            #"{"duration":62.4,"error":{"advice":"upload it again","code":"TRUNCATED","#
                + #""message":"the file ends too early"},"event":"finished","name":"a","#
                + #""notices":[],"outcome":"failed","time":1.235,"upload":"a"}"#
        ),
        (
            .interrupted,
            #"{"duration":62.4,"event":"finished","name":"a","notices":[],"#
                + #""outcome":"interrupted","time":1.235,"upload":"a"}"#
        ),
    ])
    func finished(outcome: UploadResult.Outcome, text: String) throws {
        #expect(try Self.line(.finished(UploadResult("a", outcome))) == text)
    }

    @Test func ended() throws {
        #expect(
            try EventRecord.ended(.interrupted, time: 2).line
                == #"{"event":"ended","status":130,"time":2}"#)
    }
}
