/// The severity of a problem.
public enum Severity: String, CaseIterable, Codable, Sendable {
    /// The preset cannot be used: encoding would fail, or playback would break.
    case error
    /// The preset works, but probably not as intended.
    case warning
    /// A recommendation that depends on the content or the players.
    case note
}
