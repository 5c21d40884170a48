public import MediaUnits

extension Preset {
    /// The names of the presets that come with the program, the default first.
    public static var shipped: [String] { ShippedPresets.sources.map(\.name) }

    /// The YAML of a preset as it is written, comments included, once it is known to be one.
    public static func source(of nameOrPath: String) throws(PresetError) -> String {
        _ = try load(nameOrPath)
        return String(decoding: try bytes(of: nameOrPath), as: UTF8.self)
    }

    /// The YAML of a preset with what it extends and every default filled in, without comments.
    ///
    /// With `formats`, those take the place of the preset's own.
    public static func resolved(
        _ nameOrPath: String, formats: FormatSet? = nil
    ) throws(PresetError) -> String {
        let review = review(nameOrPath, formats: formats)
        guard let text = review.resolved else { throw PresetError(review.errors) }
        return text
    }

    /// A shipped preset by its name, or one from a file.
    ///
    /// It is a path if it contains `/` or ends with `.yaml` or `.yml`. What is thrown tells
    /// everything that forbids to use the preset, at once. With `formats`, those take the place of the preset's own.
    public static func load(
        _ nameOrPath: String, formats: FormatSet? = nil
    ) throws(PresetError) -> Preset {
        let review = review(nameOrPath, formats: formats)
        guard let preset = review.preset else { throw PresetError(review.errors) }
        return preset
    }

    /// A preset from its YAML, as `resolved` gives it; `name` stands for its file in messages.
    public static func parse(_ text: String, named name: String) throws(PresetError) -> Preset {
        let review = read(Array(text.utf8), file: name)
        guard let preset = review.preset else { throw PresetError(review.errors) }
        return preset
    }

    /// As `load`, with all that there is to say about the preset, be it usable or not.
    public static func review(_ nameOrPath: String, formats: FormatSet? = nil) -> PresetReview {
        do throws(PresetError) {
            return read(try bytes(of: nameOrPath), file: nameOrPath, formats: formats)
        } catch {
            return PresetReview(file: nameOrPath, error)
        }
    }

    private static func bytes(of nameOrPath: String) throws(PresetError) -> [UInt8] {
        guard !PresetReference.isPath(nameOrPath) else {
            return try PresetFile.bytes(at: nameOrPath)
        }
        guard let bytes = ShippedPresets.bytes(of: nameOrPath) else {
            throw PresetError([
                Problem(
                    file: nameOrPath, line: 0, column: 0, rule: .presetUnknown,
                    message: "no preset has this name",
                    advice: ShippedPresets.advice(for: nameOrPath))
            ])
        }
        return bytes
    }
}
