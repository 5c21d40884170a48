import Storage
import SystemPackage
import Testing

@testable import MediaModel
@testable import Transcoding
@testable import vtranscode

@Suite struct ResultTableTests {
    @Test func tableHasTheResultOfEachUpload() {
        let warning = Finding(.truncated, .warning, "The end is missing.")
        let note = Finding(.rotated, .info, "Rotated.")
        let table = ResultTable(
            results: [
                UploadResult("a.mp4", .done, findings: [note, warning]),
                UploadResult(
                    "日本.mp4", .published(bytes: 900, seconds: 75, segments: 11, reused: 4),
                    duration: 3723),
                UploadResult("c.mp4", .unchanged),
                UploadResult("bad.mp4", .truncated, duration: 0),
                UploadResult("e\n.mp4", .interrupted),
            ],
            skipped: [.init(path: Location("README.md"), reason: "not media")], elapsed: 72)
        #expect(
            table.text == """
                UPLOAD     RESULT       DURATION     SIZE    TIME  NOTE
                a.mp4      published        1:02  12.3 MB  16.1 s  package a.mp4; TRUNCATED
                日本.mp4   published     1:02:03    900 B    1:15  \
                package 日本.mp4; 4 of 11 segments reused
                c.mp4      unchanged        1:02                   package c.mp4
                bad.mp4    failed                                  \
                TRUNCATED: the file ends too early; upload it again
                e\u{FFFD}.mp4     interrupted      1:02                   run again to resume
                README.md  skipped                                 not media

                2 published, 1 unchanged, 1 failed, 1 interrupted, 1 skipped in 1:12
                """)
    }

    @Test func emptyFolderIsReported() {
        let table = ResultTable(results: [], skipped: [], elapsed: 0.01)
        #expect(table.text.hasSuffix("\nnothing to do in 0.0 s"))
    }

    @Test func longPathIsTruncatedAtTheStart() {
        let path = String(repeating: "folder/", count: 20) + "clip.mp4"
        let table = ResultTable(results: [UploadResult(path, .unchanged)], skipped: [], elapsed: 0)
        let line = table.text.split(separator: "\n")[1]
        #expect(line.hasPrefix("…"))
        #expect(line.contains("/folder/clip.mp4  unchanged"))
    }
}
