/// The handling of an upload of which parts cannot be decoded.
public enum CorruptionPolicy: String, CaseIterable, Codable, Sendable {
    /// The upload is published with a warning that lists its corrupt ranges, if more than 90 % of its duration decodes.
    case publish
    /// The upload is rejected, however little is missing.
    case refuse
}
