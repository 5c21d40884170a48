import ArgumentParser

/// `vtranscode package`: administers packages.
struct PackageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "package", abstract: "Remove packages from buckets.",
        discussion: """
            EXAMPLES
              vtranscode package remove s3://packages/videos/holiday
            """,
        subcommands: [PackageRemoveCommand.self])
}
