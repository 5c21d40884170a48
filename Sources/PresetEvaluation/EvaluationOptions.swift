public import MediaSandbox

/// How presets are tried.
public struct EvaluationOptions: Sendable {
    /// A folder of clips, or one.
    public var media: String
    /// Of each clip that are encoded.
    public var seconds: Double
    /// Seconds that the evaluation of one preset may take.
    public var limit: Double
    public var jobs: Int
    /// Bytes that jobs in flight may state together.
    public var memory: Int
    public var sandboxMode: SandboxMode

    public init(
        media: String, seconds: Double, limit: Double, jobs: Int, memory: Int,
        sandboxMode: SandboxMode
    ) {
        self.media = media
        self.seconds = seconds
        self.limit = limit
        self.jobs = jobs
        self.memory = memory
        self.sandboxMode = sandboxMode
    }
}
