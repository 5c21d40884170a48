import ArgumentParser
import Presets

/// `vtranscode presets list`: the names of the shipped presets.
struct PresetListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the shipped presets.",
        discussion: """
            EXAMPLES
              vtranscode presets list
              vtranscode presets list --json
            """)

    @Flag(help: "Print a JSON array of names.")
    var json = false

    @OptionGroup var log: LogOptions

    func run() throws {
        let names = Preset.shipped
        StandardStream.output.print(
            json ? try JSONText.of(names) : names.joined(separator: "\n"))
    }
}
