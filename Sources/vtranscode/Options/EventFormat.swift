import ArgumentParser

/// How `run` tells scripts what happens.
enum EventFormat: String, ExpressibleByArgument, CaseIterable {
    /// One JSON object a line (docs/events.md).
    case ndjson
}
