public import MediaUnits

/// An audio track that is used.
public struct AudioInfo: Codable, Hashable, Sendable {
    /// The stream's index in the container.
    public let stream: Int
    /// libav's name of the codec.
    public let codec: String
    /// The sample rate, in hertz.
    public let sampleRate: Int
    public let channels: Int
    /// The shortest BCP 47 tag; `nil` if the language is unknown.
    public let language: String?
    public let title: String?
    public let isDefault: Bool
    /// Whether it describes the video for people who cannot see it.
    public let isDescription: Bool
    /// The time of the first audible sample, in seconds of the upload's clock.
    public let start: Rational
    /// The end of the last sample, in seconds of the upload's clock.
    public let end: Rational

    package init(
        stream: Int,
        codec: String,
        sampleRate: Int,
        channels: Int,
        language: String?,
        title: String?,
        isDefault: Bool,
        isDescription: Bool,
        start: Rational,
        end: Rational
    ) {
        self.stream = stream
        self.codec = codec
        self.sampleRate = sampleRate
        self.channels = channels
        self.language = language
        self.title = title
        self.isDefault = isDefault
        self.isDescription = isDescription
        self.start = start
        self.end = end
    }
}
