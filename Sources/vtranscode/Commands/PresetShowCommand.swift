import ArgumentParser
import Presets

/// `vtranscode presets show`: the text of a shipped preset, to start one's own from.
struct PresetShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print a shipped preset, comments included.",
        discussion: """
            EXAMPLES
              vtranscode presets show hls-ladder
              vtranscode presets show hls-ladder > my-ladder.yaml
            """)

    @Argument(help: "A preset's name.", completion: .list(Preset.shipped))
    var name: String

    @OptionGroup var log: LogOptions

    func run() throws {
        guard let source = Preset.source(of: name) else {
            // Loading says which shipped name is nearest.
            _ = try Preset.load(name)
            throw ValidationError("\(name) is a file, not the name of a shipped preset")
        }
        StandardStream.output.print(source)
    }
}
