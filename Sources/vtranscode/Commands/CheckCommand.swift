import ArgumentParser
import Conformance
import MediaSandbox
import Storage

/// `vtranscode check`: checks an HLS package by the specifications.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check an HLS package by RFC 8216 and CMAF.",
        discussion: """
            The package can be of any packager, in a folder, in a bucket or on a web server. \
            Playlists, fMP4 boxes, times and bandwidths are checked; docs/check.md explains each \
            rule.

            EXAMPLES
              vtranscode check out/clip/
              vtranscode check out/clip/master.m3u8 --format json
              vtranscode check https://media.example/master.m3u8 --allow-host cdn.example
              vtranscode check out/clip/ --ignore codecs-missing --strict
              vtranscode check out/clip/ --format sarif > clip.sarif
              vtranscode check --list-rules

            EXIT STATUS
              0    no errors, and with --strict no warnings
              65   errors, or with --strict warnings
            """)

    @Argument(
        help: "A folder with a package, or its playlist: a path, s3:// or https:// URL.",
        completion: .file(), transform: Location.argument)
    var package: Location?

    @Option(help: "The format of the report.")
    var format = CheckFormat.text

    @Option(help: "Check this rule only; repeatable.")
    var only: [ConformanceRule] = []

    @Option(help: "Do not check this rule; repeatable.")
    var ignore: [ConformanceRule] = []

    @Flag(help: "Fail on warnings, too.")
    var strict = false

    @Option(
        help: ArgumentHelp(
            "Read files from this host, too; repeatable (default: only the package's own).",
            valueName: "host"))
    var allowHost: [String] = []

    @Option(
        help: ArgumentHelp(
            "The time after which the rest is not checked (default: 1h).", valueName: "time"),
        transform: DurationText.seconds)
    var timeout = 3600.0

    @Flag(help: "Print the rules instead, as text or JSON.")
    var listRules = false

    @OptionGroup var sandboxMode: SandboxOptions
    @OptionGroup var storage: StorageOptions
    @OptionGroup var log: LogOptions

    func validate() throws {
        guard package != nil || listRules else {
            throw ValidationError("Name a package, or give --list-rules.")
        }
        guard !rules.isEmpty else {
            throw ValidationError("--only and --ignore leave no rule to check.")
        }
        guard !listRules || [.text, .json].contains(format) else {
            throw ValidationError("--list-rules prints text or json.")
        }
    }

    private var rules: [ConformanceRule] {
        ConformanceRule.allCases.filter { rule in
            (only.isEmpty || only.contains(rule)) && !ignore.contains(rule)
        }
    }

    func run() throws {
        guard let package, !listRules else {
            let list = RuleList(rules)
            StandardStream.output.print(format == .json ? try JSONText.of(list) : list.text)
            return
        }
        let enabled = Set(rules)
        let end = ContinuousClock.now + .seconds(timeout)
        let access = PackageAccess(
            storage: try storage.registry(), hosts: allowHost,
            runner: MediaRunner(try sandboxMode.value(), logger: log.logger),
            isStopped: { ContinuousClock.now >= end })
        let check = try PackageCheck(of: package, in: access) { enabled.contains($0) }
        let record = CheckRecord(check, of: package.description, rules: rules, isStrict: strict)
        StandardStream.output.print(try format.text(of: record))
        if record.findings.contains(where: record.fails) {
            throw CommandStatus.badData.exitCode
        }
    }
}
