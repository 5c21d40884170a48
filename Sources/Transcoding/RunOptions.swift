public import MediaModel
public import MediaSandbox
public import Presets
public import Storage

/// The options of a run.
public struct RunOptions: Sendable {
    /// The stores of uploads and packages.
    public var storage: StorageRegistry
    /// The folder or prefix of the packages.
    public var output: Location
    /// The package's name, for a single upload; `nil` for a name made from that of the file.
    public var name: String?
    public var preset: Preset
    /// The trim range of each upload.
    public var trim: TrimRequest
    /// The largest number of jobs that run at once.
    public var jobs: Int
    /// The bytes that running jobs may state together.
    public var memory: Int
    /// Whether artifacts are made again, and existing packages are replaced.
    public var force: Bool
    /// Whether packages are decoded and checked before they are published.
    public var verifies: Bool
    /// The processes that read media.
    public var sandboxMode: SandboxMode

    public init(
        storage: StorageRegistry = .local, output: Location, name: String? = nil, preset: Preset,
        trim: TrimRequest = TrimRequest(),
        jobs: Int,
        memory: Int, force: Bool, verifies: Bool = false,
        sandboxMode: SandboxMode
    ) {
        self.storage = storage
        self.output = output
        self.name = name
        self.preset = preset
        self.trim = trim
        self.jobs = jobs
        self.memory = memory
        self.force = force
        self.verifies = verifies
        self.sandboxMode = sandboxMode
    }
}
