import ArgumentParser

/// `vtranscode presets`: tells which presets there are and what is in them.
struct PresetsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "presets",
        abstract: "List the shipped presets, or show one.",
        discussion: """
            EXAMPLES
              vtranscode presets list
              vtranscode presets show hls-ladder > my-ladder.yaml
            """,
        subcommands: [PresetListCommand.self, PresetShowCommand.self, PresetSchemaCommand.self],
        defaultSubcommand: PresetListCommand.self)
}
