/// A command that is told of SIGINT and SIGTERM itself, and ends in its own time.
protocol HandlesSignals {}
