import ArgumentParser
import Storage

/// `vtranscode gc`: removes what jobs have left in a bucket.
struct GarbageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gc",
        abstract: "Remove what failed and killed jobs left in a bucket.",
        discussion: """
            Removes unpublished packages, unfinished work, and abandoned multipart uploads below a prefix that were not \
            changed for some time; in buckets with versions, their versions and delete markers too. Published packages \
            and objects of other programs stay.

            EXAMPLES
              vtranscode gc s3://packages/videos
              vtranscode gc s3://packages/videos --older-than 7d --json
            """)

    @Argument(help: "The prefix that packages are published below.", transform: Location.argument)
    var prefix: Location

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The minimum time since the last change: 12h, 7d (default: 24h).", valueName: "time"),
        transform: DurationText.seconds)
    var olderThan = 86_400.0

    @Flag(help: "Print a JSON object.")
    var json = false

    @OptionGroup var storage: StorageOptions
    @OptionGroup var writes: ConditionalWritesOption
    @OptionGroup var log: LogOptions

    func run() throws {
        let report = try storage.registry(writes).collectGarbage(at: prefix, olderThan: olderThan)
        for failure in report.failures { Console.shared.print(failure) }
        StandardStream.output.print(json ? try JSONText.of(GarbageRecord(report)) : text(report))
        if !report.failures.isEmpty { throw CommandStatus.failed.exitCode }
    }

    private func text(_ report: GarbageReport) -> String {
        let parts = [
            Quantity.count(report.objects, "object") + " (\(Quantity.bytes(Int(report.bytes))))",
            Quantity.count(report.uploads, "multipart upload"),
            Quantity.count(report.tombstones, "tombstone"),
        ]
        let completed =
            report.commits == 0
            ? "" : "; \(Quantity.count(report.commits, "interrupted commit")) completed"
        return "removed \(parts.joined(separator: ", "))\(completed)"
    }
}

/// The result of `gc --json`.
private struct GarbageRecord: Encodable {
    let packages: Int
    let commits: Int
    let tombstones: Int
    let jobs: Int
    let objects: Int
    let bytes: Int64
    let uploads: Int
    let failures: [String]

    init(_ report: GarbageReport) {
        packages = report.packages
        commits = report.commits
        tombstones = report.tombstones
        jobs = report.jobs
        objects = report.objects
        bytes = report.bytes
        uploads = report.uploads
        failures = report.failures.map(\.description)
    }
}
