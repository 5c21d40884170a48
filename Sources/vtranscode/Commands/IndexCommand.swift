import ArgumentParser
import Storage
import Transcoding

/// `vtranscode index`: rebuilds the index of a folder of packages.
struct IndexCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "index",
        abstract:
            "Rebuild index.json of a folder or prefix from the manifests of its packages.",
        discussion: """
            EXAMPLES
              vtranscode index out/
              vtranscode index s3://packages/videos
            """)

    @Argument(
        help: ArgumentHelp(
            "The folder, or s3:// URL of a prefix, that packages were published in.",
            valueName: "dir"),
        completion: .directory, transform: Location.argument)
    var folder: Location

    @OptionGroup var storage: StorageOptions
    @OptionGroup var writes: ConditionalWritesOption
    @OptionGroup var log: LogOptions

    func run() throws {
        let index = try PackageIndex.rebuild(folder, in: storage.registry(writes))
        for package in index.omitted { StandardStream.error.print("warning: \(package.message)") }
        StandardStream.output.print(Quantity.count(index.count, "package"))
    }
}
