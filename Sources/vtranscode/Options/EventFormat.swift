import ArgumentParser

/// The format of the events of `run`.
enum EventFormat: String, ExpressibleByArgument, CaseIterable {
    /// One JSON object per line (docs/events.md).
    case ndjson
}
