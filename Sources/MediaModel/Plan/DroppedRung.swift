/// A rung of the preset that is not encoded.
public struct DroppedRung: Codable, Hashable, Sendable {
    public let name: String
    /// The reason, as a sentence.
    public let reason: String

    package init(
        name: String,
        reason: String
    ) {
        self.name = name
        self.reason = reason
    }
}
