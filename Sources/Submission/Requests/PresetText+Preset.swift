public import JobModel
public import MediaUnits
public import Presets

extension PresetText {
    /// Reads a shipped preset by its name, or one from a file.
    ///
    /// - Parameters:
    ///   - nameOrPath: The preset.
    ///   - formats: Replaces the preset's own formats; `nil` for the preset's own.
    /// - Throws: `PresetError`.
    public init(_ nameOrPath: String, formats: FormatSet? = nil) throws(PresetError) {
        self.init(name: nameOrPath, yaml: try Preset.resolved(nameOrPath, formats: formats))
    }
}
