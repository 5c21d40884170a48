import Foundation
import Synchronization
import Storage
import Transcoding

/// Reports progress on standard error: redrawn in place on a terminal, otherwise as periodic lines.
final class ProgressReporter: RunReporter {
    enum Medium: Sendable { case terminal, lines }

    let tickInterval: Double?
    private let medium: Medium
    private let console: Console
    private let style: TextStyle
    private let view: Mutex<ProgressView>
    /// Returns the seconds since the run began.
    private let now: @Sendable () -> Double

    init(
        _ medium: Medium, _ style: TextStyle, _ console: Console,
        fileSize: @escaping @Sendable (Location) -> Int = FileManager.size(of:),
        now: @escaping @Sendable () -> Double = Stopwatch().elapsed
    ) {
        self.medium = medium
        self.console = console
        self.style = style
        self.now = now
        view = Mutex(ProgressView(style: style, fileSize: fileSize))
        // Ten redraws per second are smooth; a line every five seconds is short enough for a log.
        tickInterval = medium == .terminal ? 0.1 : 5
    }

    func receive(_ event: RunEvent) {
        view.withLock { $0.apply(event, at: now()) }
        if case .finished(let result) = event, let line = FinishedLine.text(for: result, style) {
            console.print(line)
            if case .failed(let error) = result.outcome { console.printCauses(of: error) }
            console.printWarnings(of: result)
        }
    }

    func tick() {
        let time = now()
        switch medium {
        case .terminal: console.show(view.withLock { $0.lines(in: console.size, at: time) })
        case .lines: console.print(view.withLock { $0.summary(at: time) })
        }
    }

    func end(_ status: CommandStatus) {
        console.clear()
    }
}
