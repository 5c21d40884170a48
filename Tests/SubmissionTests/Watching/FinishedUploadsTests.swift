import Testing

@testable import Submission

@Suite struct FinishedUploadsTests {
    private func entry(
        _ path: String, _ size: Int = 10, modified: Int64 = 1, isBeingWritten: Bool? = false
    ) -> FinishedUploads.Entry {
        FinishedUploads.Entry(
            path: path, size: size, modified: modified, isBeingWritten: isBeingWritten)
    }

    @Test func aFileIsToldOfOnceItStaysTheSame() {
        var uploads = FinishedUploads(settleTime: 5)
        #expect(uploads.look(at: [entry("a.mp4", 1)], now: 0).isEmpty)
        #expect(uploads.look(at: [entry("a.mp4", 2)], now: 4).isEmpty)
        #expect(uploads.look(at: [entry("a.mp4", 2)], now: 8).isEmpty)
        #expect(uploads.look(at: [entry("a.mp4", 2)], now: 9).map(\.path) == ["a.mp4"])
        #expect(uploads.look(at: [entry("a.mp4", 2)], now: 20).isEmpty)
    }

    @Test func whatChangesLaterIsToldOfAgain() {
        var uploads = FinishedUploads(settleTime: 0)
        #expect(uploads.look(at: [entry("a.mp4")], now: 0).count == 1)
        #expect(uploads.look(at: [entry("a.mp4", modified: 2)], now: 1).count == 1)
        #expect(uploads.look(at: [], now: 2).isEmpty)
        #expect(uploads.look(at: [entry("a.mp4", modified: 2)], now: 3).count == 1)
    }

    @Test func whatSomebodyWritesIsLeft() {
        var uploads = FinishedUploads(settleTime: 0)
        #expect(uploads.look(at: [entry("a.mp4", isBeingWritten: true)], now: 0).isEmpty)
        #expect(uploads.look(at: [entry("a.mp4", isBeingWritten: true)], now: 99).isEmpty)
        #expect(uploads.look(at: [entry("a.mp4", isBeingWritten: nil)], now: 100).count == 1)
    }

    @Test(arguments: [
        "a.mp4.part", "a.mp4.crdownload", ".a.mp4.X7", "in/.tmp/a.mp4", "a.mov.TMP", "a.mp4~",
    ])
    func namesOfUnfinishedFilesAreLeft(_ path: String) {
        var uploads = FinishedUploads(settleTime: 0)
        #expect(uploads.look(at: [entry(path)], now: 0).isEmpty)
    }

    @Test func whatWasGivenBackIsToldOfAgain() {
        var uploads = FinishedUploads(settleTime: 0)
        let found = uploads.look(at: [entry("a.mp4")], now: 0)
        uploads.giveBack(found[0])
        #expect(uploads.look(at: [entry("a.mp4")], now: 1) == found)
    }
}
