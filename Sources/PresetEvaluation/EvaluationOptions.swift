public import MediaSandbox
public import Storage

/// The samples and the limits of evaluations.
public struct EvaluationOptions: Sendable {
    /// The location of a folder of clips, or of one clip.
    public var media: Location
    /// The store of the clips.
    public var storage: StorageRegistry
    /// The duration of each clip that is encoded, in seconds.
    public var seconds: Double
    /// The timeout of one preset's evaluation, in seconds.
    public var limit: Double
    /// The maximum number of concurrent jobs.
    public var jobs: Int
    /// The memory of concurrent jobs together, in bytes.
    public var memory: Int
    public var sandboxMode: SandboxMode

    public init(
        media: Location, storage: StorageRegistry = .local, seconds: Double, limit: Double,
        jobs: Int, memory: Int,
        sandboxMode: SandboxMode
    ) {
        self.media = media
        self.storage = storage
        self.seconds = seconds
        self.limit = limit
        self.jobs = jobs
        self.memory = memory
        self.sandboxMode = sandboxMode
    }
}
