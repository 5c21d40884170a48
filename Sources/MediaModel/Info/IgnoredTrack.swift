/// A track that is not used.
public struct IgnoredTrack: Codable, Hashable, Sendable {
    /// The stream's index in the container.
    public let stream: Int
    /// `video`, `audio`, `subtitle`, `data`, `attachment` or `unknown`.
    public let kind: String
    /// libav's name of the codec.
    public let codec: String
    public let reason: String

    package init(
        stream: Int,
        kind: String,
        codec: String,
        reason: String
    ) {
        self.stream = stream
        self.kind = kind
        self.codec = codec
        self.reason = reason
    }
}
