import ArgumentParser
import MediaUnits
import Presets

/// The quality of `compress`; each is a shipped preset.
enum Quality: String, ExpressibleByArgument, CaseIterable {
    case low, medium, high

    /// Whether no other quality is lower.
    var isLowest: Bool { self == .low }

    func preset(_ formats: FormatSet?) throws -> Preset {
        try Preset.load("compress-\(rawValue)", formats: formats)
    }
}
