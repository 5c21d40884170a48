import Storage
import SystemPackage
import Testing

@testable import MediaModel
@testable import Transcoding
@testable import vtranscode

@Suite struct ReporterTests {
    private static let error =
        "vtranscode: error: bad.mp4: TRUNCATED: the file ends too early; upload it again"

    private static func report(_ medium: ProgressReporter.Medium, to sink: MemorySink)
        -> ProgressReporter
    {
        ProgressReporter(medium, .plain, Console(sink), fileSize: { _ in 0 }, now: { 0 })
    }

    @Test func pipeReceivesPlainLines() {
        let sink = MemorySink()
        let reporter = Self.report(.lines, to: sink)
        reporter.receive(.started(uploads: 2, bytes: 2))
        reporter.receive(.planned("a.mp4"))
        reporter.receive(.progress("a.mp4", 0.5))
        reporter.tick()
        reporter.receive(.finished(UploadResult("a.mp4", .done)))
        reporter.receive(.finished(UploadResult("bad.mp4", .truncated)))
        reporter.end(.failed)
        #expect(
            sink.texts == [
                "25 %, 0 of 2 uploads; a.mp4 50 % at 3.9x\n",
                "published a.mp4: 1:02, 12.3 MB in 16.1 s\n",
                Self.error + "\n",
            ])
    }

    @Test func finishedUploadsAreAboveTheStatus() {
        let sink = MemorySink()
        let reporter = Self.report(.terminal, to: sink)
        reporter.receive(.started(uploads: 2, bytes: 2))
        reporter.receive(.progress("a.mp4", 0.5))
        reporter.tick()
        reporter.receive(.finished(UploadResult("bad.mp4", .truncated)))
        reporter.tick()
        var screen = Screen(columns: 80)
        sink.texts.forEach { screen.write($0) }
        #expect(screen.lines.first == Self.error)
        #expect(screen.lines.count == 3)
        reporter.end(.failed)
        sink.texts.suffix(1).forEach { screen.write($0) }
        #expect(screen.lines == [Self.error])
    }

    @Test func quietReporterPrintsErrorsOnly() {
        let sink = MemorySink()
        let reporter = QuietReporter(console: Console(sink))
        reporter.receive(.started(uploads: 2, bytes: 2))
        reporter.receive(.finished(UploadResult("a.mp4", .done)))
        reporter.receive(.finished(UploadResult("bad.mp4", .truncated)))
        reporter.end(.failed)
        #expect(sink.texts == [Self.error + "\n"])
    }

    /// The table has only the codes.
    @Test(arguments: [true, false])
    func verboseReporterPrintsWarnings(isVerbose: Bool) {
        let sink = MemorySink()
        let console = Console(sink)
        console.isVerbose = isVerbose
        let reporter = ProgressReporter(
            .lines, .plain, console, fileSize: { _ in 0 }, now: { 0 })
        let corruption = Finding(
            .damaged, .warning,
            "Parts of the video could not be decoded: missing from 3.20 s to 4.12 s.")
        reporter.receive(
            .finished(
                UploadResult("a\n.mp4", .done, findings: [Finding(.alpha, .info, "…"), corruption]))
        )
        let warning =
            "vtranscode: warning: a\u{FFFD}.mp4: DAMAGED: Parts of the video could not be decoded: "
            + "missing from 3.20 s to 4.12 s.\n"
        #expect(
            sink.texts == ["published a\u{FFFD}.mp4: 1:02, 12.3 MB in 16.1 s\n"]
                + (isVerbose ? [warning] : []))
    }

    @Test func eventsAreLinesAndErrorsArePrinted() {
        let (output, errors) = (MemorySink(), MemorySink())
        let reporter = EventReporter(output, Console(errors)) { 1.5 }
        reporter.receive(.skipped(path: Location("in/README.md"), reason: "not media"))
        reporter.receive(.finished(UploadResult("bad.mp4", .truncated)))
        reporter.end(.failed)
        #expect(output.texts.count == 3)
        #expect(output.texts.allSatisfy { $0.hasSuffix("}\n") })
        #expect(errors.texts == [Self.error + "\n"])
    }

    /// The end is reported after success and after errors.
    @Test(arguments: [(nil, "0"), (UploadError(.output, "x", "read-only", advice: "…"), "74")])
    func endIsReported(error: UploadError?, status: String) async {
        let output = MemorySink()
        let reporter = EventReporter(output, Console(MemorySink())) { 0 }
        try? await reporter.during { if let error { throw error } }
        #expect(output.texts == ["{\"event\":\"ended\",\"status\":\(status),\"time\":0}\n"])
    }
}
