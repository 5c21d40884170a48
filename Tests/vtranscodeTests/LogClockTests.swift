import Foundation
import Logging
import Testing

@testable import vtranscode

@Suite struct LogClockTests {
    @Test func lineBeginsWithTheTimeInUTC() {
        let clock = LogClock { Date(timeIntervalSince1970: 1_764_000_000.25) }
        let log = StandardErrorLog(label: "vtranscode", level: .info, clock: clock)
        let event = LogEvent(
            level: .info, message: "m", metadata: nil, source: "", file: "", function: "", line: 0)
        #expect(log.line(for: event) == "2025-11-24T16:00:00.250Z info vtranscode: m")
    }

    /// systemd.exec(5): only if the descriptor's device and inode are those of the variable.
    @Test func onlyTheStreamOfTheJournalNeedsNoTime() throws {
        let (pipe, other) = (Pipe(), Pipe())
        func stream(_ pipe: Pipe) throws -> String {
            var status = stat()
            try #require(fstat(pipe.fileHandleForWriting.fileDescriptor, &status) == 0)
            return "\(status.st_dev):\(status.st_ino)"
        }
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        #expect(LogClock.isJournal(descriptor, named: try stream(pipe)))
        #expect(!LogClock.isJournal(descriptor, named: try stream(other)))
        for text in [nil, "", "1", "journal"] {
            #expect(!LogClock.isJournal(descriptor, named: text))
        }
    }
}
