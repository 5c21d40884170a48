import ArgumentParser
import Storage
import Transcoding

/// `vtranscode package remove`: removes published packages from buckets.
struct PackageRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove published packages from a bucket.",
        discussion: """
            The manifest is removed first, then playlists, then media, so that no player begins with a package that is \
            incomplete. Its name stays reserved for a while (--name-retention). An index.json beside the package is \
            rebuilt.

            EXAMPLES
              vtranscode package remove s3://packages/videos/holiday
            """)

    @Argument(help: "The URLs of packages.", transform: Location.argument)
    var packages: [Location]

    @OptionGroup var storage: StorageOptions
    @OptionGroup var writes: ConditionalWritesOption
    @OptionGroup var log: LogOptions

    func run() throws {
        let registry = try storage.registry(writes)
        var failures: [CommandStatus] = []
        var prefixes: Set<Location> = []
        for package in packages {
            do throws(StorageError) {
                prefixes.insert(try registry.removePackage(at: package))
                StandardStream.output.print("removed \(package.description.printable)")
            } catch {
                Console.shared.print(error)
                failures.append(CommandStatus(error))
            }
        }
        for prefix in prefixes { try PackageIndex.rebuildExisting(of: prefix, in: registry) }
        let status = CommandStatus(failures: failures, of: packages.count)
        if status != .success { throw status.exitCode }
    }
}
