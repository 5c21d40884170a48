/// How sound is coded.
public enum AudioCodec: String, CaseIterable, Codable, Sendable {
    /// AAC-LC; what every player knows.
    case aac
}
