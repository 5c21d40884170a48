internal import JobQueue

/// What a task of a job does; the names stand in stores and never change.
enum TaskKind: String, Sendable, CaseIterable {
    /// Plans the job; then does all of it, or makes the other kinds of it where it is long.
    case transcode
    /// Encodes a few segments into every rung.
    case encode
    /// Encodes one sound track.
    case sound
    /// Puts poster and storyboard together.
    case thumbnails
    /// Makes what is missing, and the package but for its name.
    case package
    /// Gives a built package its name.
    case publish
    /// Removes what a job left behind.
    case cleanup

    init?(_ task: ClaimedTask) { self.init(rawValue: task.kind) }
}
