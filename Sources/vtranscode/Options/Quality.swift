import ArgumentParser
import Presets

/// What `compress` aims at; each is a shipped preset.
enum Quality: String, ExpressibleByArgument, CaseIterable {
    case low, medium, high

    func preset() throws -> Preset { try Preset.load("compress-\(rawValue)") }
}
