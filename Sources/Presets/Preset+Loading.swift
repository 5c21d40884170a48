public import MediaUnits

extension Preset {
    /// The names of the shipped presets, which are part of the module, the default first.
    public static var shipped: [String] { ShippedPresets.sources.map(\.name) }

    /// Returns the YAML of a valid preset as its file has it, with comments.
    ///
    /// - Throws: All errors of the preset.
    public static func source(of nameOrPath: String) throws(PresetError) -> String {
        _ = try load(nameOrPath)
        return String(decoding: try bytes(of: nameOrPath), as: UTF8.self)
    }

    /// Returns the YAML of a preset merged with the one that it extends and with every default filled in, without comments.
    ///
    /// - Parameters:
    ///   - nameOrPath: As in `load`.
    ///   - formats: The codecs that are decoded, instead of the preset's own.
    /// - Returns: The YAML, which `parse` reads.
    /// - Throws: All errors of the preset.
    public static func resolved(
        _ nameOrPath: String, formats: FormatSet? = nil
    ) throws(PresetError) -> String {
        let review = review(nameOrPath, formats: formats)
        guard let text = review.resolved else { throw PresetError(review.errors) }
        return text
    }

    /// Returns a shipped preset by its name, or the preset of a file.
    ///
    /// - Parameters:
    ///   - nameOrPath: A path if it contains `/` or ends with `.yaml` or `.yml`, else a name.
    ///   - formats: The codecs that are decoded, instead of the preset's own.
    /// - Returns: The preset, complete and consistent.
    /// - Throws: All errors of the preset.
    public static func load(
        _ nameOrPath: String, formats: FormatSet? = nil
    ) throws(PresetError) -> Preset {
        let review = review(nameOrPath, formats: formats)
        guard let preset = review.preset else { throw PresetError(review.errors) }
        return preset
    }

    /// Returns the preset of a YAML text, such as that of `resolved`.
    ///
    /// - Parameters:
    ///   - text: The YAML.
    ///   - name: The name of the file in problems.
    /// - Returns: The preset.
    /// - Throws: All errors of the preset.
    public static func parse(_ text: String, named name: String) throws(PresetError) -> Preset {
        let review = read(Array(text.utf8), file: name)
        guard let preset = review.preset else { throw PresetError(review.errors) }
        return preset
    }

    /// Reads a preset as `load` does, and returns all its problems, whether it is usable or not.
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
                    message: "no shipped preset has this name",
                    advice: ShippedPresets.advice(for: nameOrPath))
            ])
        }
        return bytes
    }
}
