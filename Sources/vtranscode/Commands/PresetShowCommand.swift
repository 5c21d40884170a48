import ArgumentParser
import Presets

/// `vtranscode presets show`: prints the text of a preset.
struct PresetShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print a preset, as written or resolved.",
        discussion: """
            EXAMPLES
              vtranscode presets show hls-ladder
              vtranscode presets show hls-ladder > my-ladder.yaml
              vtranscode presets show team/own.yaml --resolved
            """)

    @Argument(
        help: "A preset's name, or the path of a preset file.", completion: .list(Preset.shipped))
    var preset: String

    @Flag(
        help:
            "Print the preset with what it extends and every default filled in, without comments."
    )
    var resolved = false

    @OptionGroup var log: LogOptions

    func run() throws {
        StandardStream.output.print(
            resolved ? try Preset.resolved(preset) : try Preset.source(of: preset))
    }
}
