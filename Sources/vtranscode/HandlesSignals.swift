/// A command that handles SIGINT and SIGTERM itself.
protocol HandlesSignals {}

/// A command without an end of its own, whose interruption is a success.
protocol RunsUntilInterrupted {}
