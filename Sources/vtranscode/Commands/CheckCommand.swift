import ArgumentParser
import Conformance
import SystemPackage

/// `vtranscode check`: checks an HLS package by the specifications.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check an HLS package by RFC 8216 and CMAF.",
        discussion: """
            The package can be of any packager. Playlists, fMP4 boxes, times and bandwidths are \
            checked; docs/check.md explains each rule.

            EXAMPLES
              vtranscode check out/clip/
              vtranscode check out/clip/master.m3u8 --format json
              vtranscode check out/clip/ --ignore codecs-missing --strict

            EXIT STATUS
              0    no errors, and with --strict no warnings
              65   errors, or with --strict warnings
            """)

    @Argument(help: "A folder with a package, or its playlist.", completion: .file())
    var package: FilePath

    @Option(help: "The format of the report.")
    var format = CheckFormat.text

    @Option(help: "Check this rule only; repeatable.")
    var only: [ConformanceRule] = []

    @Option(help: "Do not check this rule; repeatable.")
    var ignore: [ConformanceRule] = []

    @Flag(help: "Fail on warnings, too.")
    var strict = false

    @OptionGroup var log: LogOptions

    func run() throws {
        let (only, ignored) = (Set(only), Set(ignore))
        let check = PackageCheck(of: package.string) { rule in
            (only.isEmpty || only.contains(rule)) && !ignored.contains(rule)
        }
        let record = CheckRecord(check, of: package.string)
        StandardStream.output.print(try format.text(of: record))
        if record.errors > 0 || strict && record.warnings > 0 {
            throw CommandStatus.badData.exitCode
        }
    }
}
