import Transcoding

/// Writes a run's events as JSON lines to standard output, and errors to standard error as well.
struct EventReporter: RunReporter {
    private let output: any TextSink
    private let errors: QuietReporter
    /// Returns the seconds since the run began.
    private let now: @Sendable () -> Double

    init(
        _ output: any TextSink, _ console: Console,
        now: @escaping @Sendable () -> Double = Stopwatch().elapsed
    ) {
        self.output = output
        errors = QuietReporter(console: console)
        self.now = now
    }

    var tickInterval: Double? { nil }

    func receive(_ event: RunEvent) {
        write(.event(event, time: now()))
        errors.receive(event)
    }

    func end(_ status: CommandStatus) {
        write(.ended(status, time: now()))
    }

    private func write(_ record: EventRecord) {
        do {
            output.write(try record.line + "\n")
        } catch {
            // Every value of a record can be encoded; a bug must not stop the run.
            assertionFailure("\(error)")
        }
    }
}
