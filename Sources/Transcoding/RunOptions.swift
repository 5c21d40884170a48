public import MediaModel
public import MediaSandbox
public import Presets

/// What `run` is asked to do.
public struct RunOptions: Sendable {
    public var output: String
    /// The package's name, for a single upload; `nil`: from the file name.
    public var name: String?
    public var preset: Preset
    /// Of each upload.
    public var trim: Trim
    /// Jobs in flight at once.
    public var jobs: Int
    /// Bytes that jobs in flight may state together.
    public var memory: Int
    /// Make everything anew and replace packages that are there.
    public var force: Bool
    /// Where uploads are probed, decoded and encoded.
    public var sandboxMode: SandboxMode

    public init(
        output: String, name: String? = nil, preset: Preset, trim: Trim = Trim(), jobs: Int,
        memory: Int, force: Bool,
        sandboxMode: SandboxMode
    ) {
        self.output = output
        self.name = name
        self.preset = preset
        self.trim = trim
        self.jobs = jobs
        self.memory = memory
        self.force = force
        self.sandboxMode = sandboxMode
    }
}
