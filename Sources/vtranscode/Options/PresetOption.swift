import ArgumentParser
import MediaUnits
import Presets

/// Which preset a command goes by.
struct PresetOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A preset's name, or the path of a preset file.", valueName: "name|file"),
        completion: .list(Preset.shipped))
    var preset = "hls-ladder"

    @OptionGroup var decoding: FormatsOption

    /// What takes the place of the preset's own formats; `nil`: nothing does.
    var formats: FormatSet? { decoding.formats }

    /// Reads and checks it.
    func load() throws -> Preset { try Preset.load(preset, formats: formats) }

    /// Reads and checks one that makes packages.
    func loadForPackages() throws -> Preset {
        let loaded = try load()
        guard loaded.packaging.container != .mp4 else {
            throw ValidationError(
                "The preset \(preset) makes a single MP4, not a package: see vtranscode compress.")
        }
        return loaded
    }
}
