import ArgumentParser
import Submission

/// The listings of a watched prefix of a bucket.
struct ListingOptions: ParsableArguments {
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The time between the starts of two listings of a prefix (default: 30s).",
            valueName: "time"),
        transform: DurationText.seconds)
    var interval: Double?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The time before the previous listing from which changed objects are looked for (default: 10m).",
            valueName: "time"),
        transform: DurationText.seconds)
    var lookback: Double?

    @Flag(
        help:
            "List only keys after the last known one: each new key sorts after all earlier ones, as names that begin with the time."
    )
    var orderedKeys = false

    var areSet: Bool { interval != nil || lookback != nil || orderedKeys }

    var settings: PrefixWatcher.Settings {
        PrefixWatcher.Settings(
            interval: interval ?? 30, lookback: lookback ?? 600, hasOrderedKeys: orderedKeys)
    }

    func validate() throws {
        guard interval ?? 30 >= 1 else { throw ValidationError("--interval must be at least 1s.") }
    }
}
