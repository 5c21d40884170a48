import ArgumentParser
import Presets

/// `vtranscode presets show`: the text of a preset, to start one's own from.
struct PresetShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Print a preset: as it is written, or with everything filled in.",
        discussion: """
            EXAMPLES
              vtranscode presets show hls-ladder
              vtranscode presets show hls-ladder > my-ladder.yaml
              vtranscode presets show team/own.yaml --resolved
            """)

    @Argument(
        help: "A preset's name or the path of a preset file.", completion: .list(Preset.shipped))
    var preset: String

    @Flag(
        help: "Print what it comes to: what it extends and every default filled in, no comments.")
    var resolved = false

    @OptionGroup var log: LogOptions

    func run() throws {
        StandardStream.output.print(
            resolved ? try Preset.resolved(preset) : try Preset.source(of: preset))
    }
}
