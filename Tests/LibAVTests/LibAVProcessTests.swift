import CLibAV
import Logging
import MediaUnits
import Synchronization
import Testing

@testable import LibAV

/// The log is one for the process, and other suites change it: each test has a process of its own.
@Suite struct LibAVProcessTests {
    /// Errors of libav concern packets, not the program, so they are logged at debug.
    @Test func linesAreLoggedWithTheirComponent() async {
        await #expect(processExitsWith: .success) {
            let lines = Lines.recording()
            _ = try? TestClip.encoder(options: ["preset": "sent-to-the-logger"])
            let line = try #require(
                lines.all.first { $0.message.contains("sent-to-the-logger") })
            #expect(line.level == .debug)
            #expect(line.component == "libx264")
            #expect(!line.message.hasSuffix("\n"))
        }
    }

    /// libavfilter 10 and newer log a warning for frames with other colors than those that were declared.
    @Test func filterGraphsDeclareTheColorsOfTheirFrames() async {
        await #expect(processExitsWith: .success) {
            let lines = Lines.recording()
            let frame = try TestClip.gray(90)
            frame.raw.pointee.colorspace = AVCOL_SPC_BT709
            frame.raw.pointee.color_range = AVCOL_RANGE_MPEG
            let graph = try FilterGraph(
                "[in]scale=32:24:flags=bicubic,format=yuv420p[out0]", for: frame, isVideo: true,
                timeBase: Rational(1, 25), outputs: 1)
            try graph.push(frame)
            let output = try Frame()
            #expect(try graph.pull(into: output))
            #expect(output.raw.pointee.colorspace == AVCOL_SPC_BT709)
            #expect(output.raw.pointee.color_range == AVCOL_RANGE_MPEG)
            #expect(try output.copyPixels().prefix(32 * 24).allSatisfy { $0 == 90 })
            #expect(lines.all.filter { $0.message.contains("frame properties") }.isEmpty)
        }
    }
}

private struct Line: Sendable {
    let level: Logger.Level
    let message: String
    let component: String?
}

private final class Lines: Sendable {
    /// The lines that libav logs from now on.
    static func recording() -> Lines {
        let lines = Lines()
        var logger = Logger(label: "test") { _ in Recorder(lines: lines) }
        logger.logLevel = .debug
        LibAVProcess.prepare(logger: logger)
        return lines
    }

    private let lines = Mutex<[Line]>([])
    var all: [Line] { lines.withLock { $0 } }
    func append(_ line: Line) { lines.withLock { $0.append(line) } }
}

private struct Recorder: LogHandler {
    let lines: Lines
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .trace

    init(lines: Lines) { self.lines = lines }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        lines.append(
            Line(
                level: event.level, message: event.metadata?["text"]?.description ?? "",
                component: event.metadata?["component"]?.description))
    }
}
