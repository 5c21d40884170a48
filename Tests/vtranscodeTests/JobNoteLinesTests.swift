import Testing

@testable import vtranscode

@Suite struct JobNoteLinesTests {
    @Test func factsAreToldInLines() throws {
        let note = try #require(
            JobNoteLines(
                """
                {"cost":12.34,"duration":75,"name":"holiday","rungs":["720p","360p"],
                "warnings":[{"code":"VFR","message":"the frame rate varies","severity":"info"}]}
                """))
        #expect(note.name == "holiday")
        #expect(
            note.lines.map { "\($0.0): \($0.1)" } == [
                "duration: 1:15", "rungs: 720p, 360p", "expected: 12.3 s of CPU time",
                "noticed: VFR: the frame rate varies",
            ])
    }

    @Test(arguments: [nil, "", "text", "[1]"])
    func whatIsNoNoteTellsNothing(_ text: String?) {
        #expect(JobNoteLines(text) == nil)
    }
}
