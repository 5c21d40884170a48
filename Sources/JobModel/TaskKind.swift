/// The kind of a task; the names stand in stores and never change.
public enum TaskKind: String, Sendable, CaseIterable {
    /// Plans the job; then does all of it, or adds tasks of the other kinds where it is long.
    case transcode
    /// Encodes a few chunks into every rung.
    case encode
    /// Encodes one audio track.
    case sound
    /// Assembles poster and storyboard.
    case thumbnails
    /// Makes what is missing, and stages the package.
    case package
    /// Commits a staged package.
    case publish
    /// Removes what a job left behind.
    case cleanup
}
