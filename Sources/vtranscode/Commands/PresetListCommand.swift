import ArgumentParser
import Foundation
import Presets

/// `vtranscode presets list`: lists the shipped presets.
struct PresetListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the shipped presets with their descriptions.",
        discussion: """
            EXAMPLES
              vtranscode presets list
              vtranscode presets list --json
            """)

    @Flag(help: "Print a JSON array of objects: name, description.")
    var json = false

    @OptionGroup var log: LogOptions

    func run() throws {
        let presets = try Preset.shipped.map { name in
            Entry(name: name, description: try Preset.load(name).description)
        }
        let width = presets.map(\.name.count).max() ?? 0
        StandardStream.output.print(
            json
                ? try JSONText.of(presets)
                : presets.map { preset in
                    preset.name.padding(toLength: width + 2, withPad: " ", startingAt: 0)
                        + preset.description
                }.joined(separator: "\n"))
    }

    private struct Entry: Encodable {
        let name: String
        let description: String
    }
}
