import Foundation
import Synchronization

/// What people see on standard error: lines that stay and, on a terminal, a status below them.
///
/// Errors, log lines and progress all pass here, so none is written into the middle of another.
final class Console: Sendable {
    static let shared = Console(StandardStream.error) { TerminalSize(of: STDERR_FILENO) }

    private let sink: any TextSink
    private let measure: @Sendable () -> TerminalSize
    private let area = Mutex(StatusArea())

    init(_ sink: any TextSink, size: @escaping @Sendable () -> TerminalSize) {
        self.sink = sink
        measure = size
    }

    /// The present size of the terminal.
    var size: TerminalSize { measure() }

    /// Writes a line that stays.
    func print(_ line: String) {
        area.withLock { area in
            guard !area.lines.isEmpty else { return sink.write(line + "\n") }
            sink.write(area.replace(with: area.lines, above: [line], columns: size.columns))
        }
    }

    /// Shows these lines as the status, in place of those before; for terminals only.
    func show(_ status: [String]) {
        area.withLock { area in
            let text = area.replace(with: status, columns: size.columns)
            if !text.isEmpty { sink.write(text) }
        }
    }

    /// Takes the status away.
    func clear() { show([]) }
}
