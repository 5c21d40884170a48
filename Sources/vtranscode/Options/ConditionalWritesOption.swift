import ArgumentParser

/// The conditions of writes, for commands that write to buckets.
struct ConditionalWritesOption: ParsableArguments {
    @Flag(
        name: .customLong("no-conditional-writes"),
        help:
            "Write to buckets without conditions, for servers that ignore them: other writers of the same names are not excluded."
    )
    var areOff = false
}
