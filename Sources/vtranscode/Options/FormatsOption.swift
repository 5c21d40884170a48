import ArgumentParser
import MediaUnits

/// Which codecs of uploads a command decodes.
struct FormatsOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Codecs that are decoded: modern, or all, with those of the 1990s and 2000s (default: the preset's, else modern).",
            valueName: "modern|all"),
        completion: .list(FormatSet.allCases.map(\.rawValue)),
        transform: FormatsOption.formats)
    var formats: FormatSet?

    /// For commands without a preset.
    var orModern: FormatSet { formats ?? .modern }

    private static func formats(_ text: String) throws -> FormatSet {
        guard let formats = FormatSet(rawValue: text) else {
            throw ValidationError("'\(text)' is no set of formats; give modern or all.")
        }
        return formats
    }
}
