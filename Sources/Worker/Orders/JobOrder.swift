public import MediaUnits
public import Presets
public import Transcoding

/// What a job is for: its payload in the queue.
public struct JobOrder: Codable, Sendable, Hashable {
    /// A preset as text, so that each worker goes by the same one whatever files it has.
    public struct PresetText: Codable, Sendable, Hashable {
        public var name: String
        /// With what it extends and every default filled in.
        public var yaml: String

        /// Reads a shipped preset by its name, or one from a file.
        ///
        /// - Parameters:
        ///   - nameOrPath: The preset.
        ///   - formats: Take the place of the preset's own; `nil`: they do not.
        /// - Throws: `PresetError`.
        public init(_ nameOrPath: String, formats: FormatSet? = nil) throws(PresetError) {
            name = nameOrPath
            yaml = try Preset.resolved(nameOrPath, formats: formats)
        }

        public func load() throws(PresetError) -> Preset { try Preset.parse(yaml, named: name) }
    }

    /// An absolute path, which is the same file for every worker.
    public var upload: String
    /// SHA-256 of what was submitted, hexadecimal; `nil`: whatever lies at the path by then.
    public var sha256: String?
    /// The folder of the packages: absolute, and shared by all workers.
    public var output: String
    /// What both must still lie below when they are used: the folder that the client who named them was bound to.
    public var root: String?
    /// The package's, safe in a URL and as a file's name; `nil`: the job's id.
    public var name: String?
    public var preset: PresetText
    public var trim: Trim

    public init(
        upload: String, output: String, root: String? = nil, name: String? = nil,
        preset: PresetText, trim: Trim = Trim()
    ) {
        self.upload = upload
        self.output = output
        self.root = root
        self.name = name.map(UploadName.safe)
        self.preset = preset
        self.trim = trim
    }

    /// Reads a job's payload.
    public init(payload: String) throws {
        self = try JSON.value(payload)
    }
}
