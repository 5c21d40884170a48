internal import JobQueue

/// What a task of a job does; the names stand in stores and never change.
enum TaskKind: String, Sendable {
    /// Plans the job; then does all of it, or makes the other kinds of it where it is long.
    case transcode
    /// Encodes a few segments into every rung.
    case encode
    /// Encodes one sound track.
    case sound
    /// Makes what is missing and the package, and publishes it.
    case package
    /// Removes what a job left behind.
    case cleanup

    init?(_ task: ClaimedTask) { self.init(rawValue: task.kind) }
}
