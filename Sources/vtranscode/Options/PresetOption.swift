import ArgumentParser
import MediaUnits
import Presets

/// The preset of a command.
struct PresetOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A preset's name, or the path of a preset file.", valueName: "name|file"),
        completion: .list(Preset.shipped))
    var preset = "hls-ladder"

    @OptionGroup var decoding: FormatsOption

    /// The formats that replace those of the preset; `nil` for the preset's own.
    var formats: FormatSet? { decoding.formats }

    /// Reads and validates the preset.
    func load() throws -> Preset { try Preset.load(preset, formats: formats) }

    /// Reads and validates a preset that makes packages.
    func loadForPackages() throws -> Preset {
        let loaded = try load()
        guard loaded.packaging.container != .mp4 else {
            throw ValidationError(
                "The preset \(preset) makes a single MP4, not a package; use vtranscode compress.")
        }
        return loaded
    }
}
