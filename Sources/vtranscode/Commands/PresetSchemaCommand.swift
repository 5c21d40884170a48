import ArgumentParser
import Presets

/// `vtranscode presets schema`: prints the JSON Schema of presets.
struct PresetSchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema",
        abstract: "Print the JSON Schema of presets, for editors.",
        discussion: """
            An editor with a YAML language server completes and checks a preset that begins with
              # yaml-language-server: $schema=preset.schema.json

            EXAMPLES
              vtranscode presets schema > preset.schema.json
            """)

    @OptionGroup var log: LogOptions

    func run() { StandardStream.output.print(Preset.schema) }
}
