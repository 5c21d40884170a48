/// A command that is told of SIGINT and SIGTERM itself, and ends in its own time.
protocol HandlesSignals {}

/// A command that has no end of its own: being told to stop is how it ends well.
protocol RunsUntilTold {}
