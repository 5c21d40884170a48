/// How pictures are coded.
public enum VideoCodec: String, CaseIterable, Codable, Sendable {
    /// H.264 (AVC), 8 bits, 4:2:0; what every player knows.
    case h264
}
