import Foundation
import Synchronization

/// Standard error: permanent lines and, on a terminal, a status below them.
///
/// Errors, log lines and progress are all written here, so no line is written into another.
final class Console: Sendable {
    static let shared = Console(StandardStream.error) { TerminalSize(of: STDERR_FILENO) }

    private let sink: any TextSink
    private let measure: @Sendable () -> TerminalSize
    private let area = Mutex(StatusArea())
    private let verbose = Mutex(false)

    init(_ sink: any TextSink, size: @escaping @Sendable () -> TerminalSize) {
        self.sink = sink
        measure = size
    }

    /// Whether the causes of errors are printed: the command line has `--verbose`.
    var isVerbose: Bool {
        get { verbose.withLock { $0 } }
        set { verbose.withLock { $0 = newValue } }
    }

    /// The current size of the terminal.
    var size: TerminalSize { measure() }

    /// Writes a permanent line.
    func print(_ line: String) {
        area.withLock { area in
            guard !area.lines.isEmpty else { return sink.write(line + "\n") }
            sink.write(area.replace(with: area.lines, above: [line], columns: size.columns))
        }
    }

    /// Replaces the lines of the status; for terminals only.
    func show(_ status: [String]) {
        area.withLock { area in
            let text = area.replace(with: status, columns: size.columns)
            if !text.isEmpty { sink.write(text) }
        }
    }

    /// Removes the status.
    func clear() { show([]) }
}
