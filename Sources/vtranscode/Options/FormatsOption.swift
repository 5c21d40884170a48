import ArgumentParser
import MediaUnits

/// The codecs of uploads that a command decodes.
struct FormatsOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The codecs that are decoded: modern, or all, which includes those of the 1990s and 2000s (default: the preset's, otherwise modern).",
            valueName: "modern|all"),
        completion: .list(FormatSet.allCases.map(\.rawValue)),
        transform: FormatsOption.formats)
    var formats: FormatSet?

    /// The formats of a command without a preset.
    var orModern: FormatSet { formats ?? .modern }

    private static func formats(_ text: String) throws -> FormatSet {
        guard let formats = FormatSet(rawValue: text) else {
            throw ValidationError("'\(text)' is not a set of formats; use modern or all.")
        }
        return formats
    }
}
