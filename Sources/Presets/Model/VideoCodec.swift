/// How pictures are coded.
public enum VideoCodec: String, CaseIterable, Codable, Sendable {
    /// H.264 (AVC), 8 bits, 4:2:0; what every player knows.
    case h264
    /// H.265 (HEVC), Main profile: 8 bits, 4:2:0; for the same quality a third smaller, for the
    /// players that know it.
    case hevc
}
