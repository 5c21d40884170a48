import ArgumentParser

/// `vtranscode presets`: lists, shows, validates and evaluates presets.
struct PresetsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "presets",
        abstract: "List, show, validate, test and compare presets.",
        discussion: """
            EXAMPLES
              vtranscode presets list
              vtranscode presets show hls-ladder > my-ladder.yaml
              vtranscode presets validate my-ladder.yaml
              vtranscode presets test my-ladder.yaml --media clips/
              vtranscode presets diff hls-ladder my-ladder.yaml
            """,
        subcommands: [
            PresetListCommand.self, PresetShowCommand.self, PresetValidateCommand.self,
            PresetTestCommand.self, PresetDiffCommand.self, PresetSchemaCommand.self,
        ],
        defaultSubcommand: PresetListCommand.self)
}
