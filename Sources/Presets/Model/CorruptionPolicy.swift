/// What becomes of an upload of which parts cannot be decoded.
public enum CorruptionPolicy: String, CaseIterable, Codable, Sendable {
    /// It is published, with a warning that says which times are missing, if more than 90 % of its time decodes.
    case publish
    /// It is refused, however little is missing.
    case refuse
}
