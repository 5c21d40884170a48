/// A preset as text, so that each worker uses the same preset, whatever files it has.
public struct PresetText: Codable, Sendable, Hashable {
    /// The name of a shipped preset or the path of a preset file, as the submitter gave it.
    public var name: String
    /// The preset with what it extends and with every default, as YAML.
    public var yaml: String

    public init(name: String, yaml: String) {
        self.name = name
        self.yaml = yaml
    }
}
