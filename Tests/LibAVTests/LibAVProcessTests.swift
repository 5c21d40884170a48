import Logging
import Synchronization
import Testing

@testable import LibAV

@Suite struct LibAVProcessTests {
    /// An error of libav is about a packet, not about the program: it is logged at debug.
    @Test func linesGoToTheLoggerWithTheirComponent() throws {
        let lines = Lines()
        var logger = Logger(label: "test") { _ in Recorder(lines: lines) }
        logger.logLevel = .debug
        LibAVProcess.prepare(logger: logger)
        defer { LibAVProcess.prepare(logger: nil) }
        _ = try? TestClip.encoder(options: ["preset": "told-to-the-logger"])
        let line = try #require(
            lines.all.first { $0.message.contains("told-to-the-logger") })
        #expect(line.level == .debug)
        #expect(line.component == "libx264")
        #expect(!line.message.hasSuffix("\n"))
    }
}

private struct Line: Sendable {
    let level: Logger.Level
    let message: String
    let component: String?
}

private final class Lines: Sendable {
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
                level: event.level, message: event.message.description,
                component: event.metadata?["component"]?.description))
    }
}
