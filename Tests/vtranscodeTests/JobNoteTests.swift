import JobModel
import Testing

@testable import vtranscode

@Suite struct JobNoteTests {
    @Test func noteIsPrintedInLines() {
        let note = JobNote(
            name: "holiday", duration: 75, rungs: ["720p", "360p"],
            warnings: [
                .init(code: "VFR", severity: "warning", message: "the frame rate varies")
            ],
            cost: 12.34)
        #expect(
            note.lines.map { "\($0.0): \($0.1)" } == [
                "duration: 1:15", "rungs: 720p, 360p", "expected: 12.3 s of CPU time",
                "warning: VFR: the frame rate varies",
            ])
    }
}
