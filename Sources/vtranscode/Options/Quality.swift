import ArgumentParser
import MediaUnits
import Presets

/// The quality of `compress`: a shipped preset, or the one of `high` with another target.
struct Quality: ExpressibleByArgument {
    let target: QualityTarget

    init(_ target: QualityTarget) { self.target = target }

    init?(argument: String) {
        guard let target = QualityTarget(argument) else { return nil }
        self.target = target
    }

    var defaultValueDescription: String { target.text }

    static var allValueStrings: [String] { ["low", "medium", "high", "xpsnr=38"] }

    /// Whether no other named quality is lower.
    var isLowest: Bool { target == .low }

    func preset(_ formats: FormatSet?) throws -> Preset {
        if case .xpsnr = target {
            return try Preset.load("compress-high", formats: formats).with(target)
        }
        return try Preset.load("compress-\(target.text)", formats: formats)
    }
}
