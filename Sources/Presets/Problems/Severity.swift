/// How much a problem matters.
public enum Severity: String, CaseIterable, Codable, Sendable {
    /// The preset cannot be used: it would fail, or break playback.
    case error
    /// Bad practice: it works, but hardly as somebody wants it.
    case warning
    /// Worth a thought.
    case note
}
