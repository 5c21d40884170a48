import SystemPackage
import Testing

@testable import Submission

@Suite struct StableFileDetectorTests {
    private func file(
        _ path: FilePath, _ size: Int = 10, modified: Int64 = 1, isOpenForWriting: Bool? = false
    ) -> StableFileDetector.File {
        StableFileDetector.File(
            path: path, size: size, modified: modified, isOpenForWriting: isOpenForWriting)
    }

    @Test func unchangedFileIsReportedOnce() {
        var detector = StableFileDetector(settleTime: 5)
        #expect(detector.observe([file("a.mp4", 1)], now: 0).isEmpty)
        #expect(detector.observe([file("a.mp4", 2)], now: 4).isEmpty)
        #expect(detector.observe([file("a.mp4", 2)], now: 8).isEmpty)
        #expect(detector.observe([file("a.mp4", 2)], now: 9).map(\.path) == ["a.mp4"])
        #expect(detector.observe([file("a.mp4", 2)], now: 20).isEmpty)
    }

    @Test func changedFileIsReportedAgain() {
        var detector = StableFileDetector(settleTime: 0)
        #expect(detector.observe([file("a.mp4")], now: 0).count == 1)
        #expect(detector.observe([file("a.mp4", modified: 2)], now: 1).count == 1)
        #expect(detector.observe([], now: 2).isEmpty)
        #expect(detector.observe([file("a.mp4", modified: 2)], now: 3).count == 1)
    }

    @Test func openFileIsNotReported() {
        var detector = StableFileDetector(settleTime: 0)
        #expect(detector.observe([file("a.mp4", isOpenForWriting: true)], now: 0).isEmpty)
        #expect(detector.observe([file("a.mp4", isOpenForWriting: true)], now: 99).isEmpty)
        #expect(detector.observe([file("a.mp4", isOpenForWriting: nil)], now: 100).count == 1)
    }

    @Test(
        arguments: [
            "a.mp4.part", "a.mp4.crdownload", ".a.mp4.X7", "in/.tmp/a.mp4", "a.mov.TMP", "a.mp4~",
        ] as [FilePath])
    func temporaryNamesAreIgnored(_ path: FilePath) {
        var detector = StableFileDetector(settleTime: 0)
        #expect(detector.observe([file(path)], now: 0).isEmpty)
    }

    @Test func rejectedFileIsReportedAgain() {
        var detector = StableFileDetector(settleTime: 0)
        let found = detector.observe([file("a.mp4")], now: 0)
        detector.reportAgain(found[0])
        #expect(detector.observe([file("a.mp4")], now: 1) == found)
    }
}
