/// A command that handles SIGINT and SIGTERM itself.
protocol HandlesSignals {}

/// A command that runs until it is interrupted, which is a success.
protocol RunsUntilInterrupted {}
