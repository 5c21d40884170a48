/// The kind of a task; the names are stored and never change.
public enum TaskKind: String, Sendable, CaseIterable {
    /// Plans the job; then performs all of it, or adds tasks of the other kinds to a long job.
    case transcode
    /// Encodes some chunks into every rung.
    case encode
    /// Encodes one audio track, or some of its runs.
    case audio
    /// Assembles poster and storyboard.
    case thumbnails
    /// Completes missing artifacts, and stages the package.
    case package
    /// Commits a staged package.
    case publish
    /// Removes the files of a job.
    case cleanup
}
