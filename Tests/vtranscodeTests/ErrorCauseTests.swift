import ArgumentParser
import Errors
import JobQueue
import Storage
import SystemPackage
import Testing

@testable import MediaModel
@testable import Transcoding
@testable import vtranscode

/// The causes of errors, which `--verbose` prints.
@Suite struct ErrorCauseTests {
    private static let error = QueueError(
        .badRequest, "x", "y", advice: "z",
        cause: QueueError(.unreachable, "a\n", "b", advice: "c", cause: CancellationError()))

    private static let line = "vtranscode: error: x: BAD_REQUEST: y; z\n"

    private static func printed(_ error: any Error, isVerbose: Bool) -> [String] {
        let sink = MemorySink()
        let console = Console(sink)
        console.isVerbose = isVerbose
        console.print(error)
        return sink.texts
    }

    @Test func causesAreOneLineEach() {
        #expect(
            Self.printed(Self.error, isVerbose: true) == [
                Self.line, "vtranscode: caused by: a\u{FFFD}: QUEUE_UNREACHABLE: b; c\n",
                "vtranscode: caused by: CancellationError()\n",
            ])
    }

    @Test func bugHasItsCodeAdviceAndCause() {
        let error = InternalError("no result", cause: CancellationError())
        #expect(
            Self.printed(error, isVerbose: true) == [
                "vtranscode: error: INTERNAL: no result; this is a bug in vtranscode: report it\n",
                "vtranscode: caused by: CancellationError()\n",
            ])
    }

    @Test func errorOfTheFileSystemHasItsPathCodeAndAdvice() throws {
        let error = try #require(throws: StorageError.self) { try OpenFolder("/nowhere") }
        let lines = Self.printed(error, isVerbose: false)
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("vtranscode: error: /nowhere: FILE_SYSTEM: ") == true)
        #expect(lines.first?.hasSuffix("; \(error.advice)\n") == true)
    }

    @Test func causesArePrintedWithVerboseOnly() {
        #expect(Self.printed(Self.error, isVerbose: false) == [Self.line])
    }

    @Test func longChainIsLimited() {
        var error = Self.error
        for _ in 0..<20 {
            error = QueueError(.badRequest, "x", "y", advice: "z", cause: error)
        }
        #expect(Self.printed(error, isVerbose: true).count == 9)
    }

    /// Statuses and cancellation are reported by other means.
    @Test func silentErrorsPrintNothing() {
        #expect(Self.printed(CancellationError(), isVerbose: true) == [])
    }

    @Test func verboseIsParsed() throws {
        _ = try MainCommand.parseAsRoot(["plan", "a.mp4", "-v"])
        #expect(Console.shared.isVerbose)
    }
}
