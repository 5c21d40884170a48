/// A preset as it was read: what it is, and everything there is to say about it.
public struct PresetReview: Sendable {
    /// As it was given: a path, or the name of a shipped preset.
    public let file: String
    /// `nil` where an error forbids to use it.
    public let preset: Preset?
    /// Those of its own file in order, then those of files that it extends.
    public private(set) var problems: [Problem]
    /// The preset as YAML with everything filled in; `nil` as `preset` is.
    public let resolved: String?
    private let places: [String: Location]

    init(of preset: Preset?, _ notes: [Note], _ diagnosis: Diagnosis) {
        let isUsable = diagnosis.isClean
        file = diagnosis.file
        problems = diagnosis.problems
        places = diagnosis.places
        self.preset = isUsable ? preset : nil
        resolved = isUsable && preset != nil ? YAMLWriter.text(of: notes) : nil
    }

    /// A file that nothing can be read from.
    init(file: String, _ error: PresetError) {
        self.file = file
        (preset, problems, resolved, places) = (nil, error.problems, nil, [:])
    }
}
