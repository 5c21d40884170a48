extension Preset {
    /// The names of the presets that come with the program, the default first.
    public static var shipped: [String] { ShippedPresets.sources.map(\.name) }

    /// The YAML of a shipped preset, comments included; `nil` if there is none of that name.
    public static func source(of name: String) -> String? {
        ShippedPresets.bytes(of: name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// A shipped preset by its name, or one from a file.
    ///
    /// It is a path if it contains `/` or ends with `.yaml` or `.yml`. What is thrown tells
    /// everything that is wrong with the preset, at once.
    public static func load(_ nameOrPath: String) throws(PresetError) -> Preset {
        guard !isPath(nameOrPath) else {
            return try read(try PresetFile.bytes(at: nameOrPath), file: nameOrPath)
        }
        guard let bytes = ShippedPresets.bytes(of: nameOrPath) else {
            let nearest = Spelling.nearest(to: nameOrPath, among: shipped)
            throw PresetError([
                Problem(
                    file: nameOrPath, line: 0, column: 0, rule: .presetUnknown,
                    message: "no preset has this name",
                    advice: nearest.map { "did you mean \($0)?" }
                        ?? "write one of \(shipped.joined(separator: ", ")), or a path ending in .yaml"
                )
            ])
        }
        return try read(bytes, file: nameOrPath)
    }

    private static func isPath(_ text: String) -> Bool {
        text.contains("/") || text.hasSuffix(".yaml") || text.hasSuffix(".yml")
    }
}
