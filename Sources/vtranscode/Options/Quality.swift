import ArgumentParser
import MediaUnits
import Presets

/// The quality of `compress`: a shipped preset, or the one of `high` with another target.
enum Quality: ExpressibleByArgument {
    case low, medium, high
    /// A mean XPSNR of luma, in dB.
    case xpsnr(Double)

    init?(argument: String) {
        switch QualityTarget(argument) {
        case .low: self = .low
        case .medium: self = .medium
        case .high: self = .high
        case .xpsnr(let value): self = .xpsnr(value)
        case nil: return nil
        }
    }

    var defaultValueDescription: String { "medium" }

    static var allValueStrings: [String] { ["low", "medium", "high", "xpsnr=38"] }

    /// Whether no other quality is lower.
    var isLowest: Bool { if case .low = self { true } else { false } }

    func preset(_ formats: FormatSet?) throws -> Preset {
        func shipped(_ name: String) throws -> Preset {
            try Preset.load("compress-\(name)", formats: formats)
        }
        return switch self {
        case .low: try shipped("low")
        case .medium: try shipped("medium")
        case .high: try shipped("high")
        case .xpsnr(let value): try shipped("high").with(.xpsnr(value))
        }
    }
}
