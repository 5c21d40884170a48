import ArgumentParser
import MediaUnits
import Presets

/// The quality of `compress`; each is a shipped preset.
enum Quality: String, ExpressibleByArgument, CaseIterable {
    case low, medium, high

    func preset(_ formats: FormatSet?) throws -> Preset {
        try Preset.load("compress-\(rawValue)", formats: formats)
    }
}
