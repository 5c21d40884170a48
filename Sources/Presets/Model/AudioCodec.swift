/// A codec of audio renditions.
public enum AudioCodec: String, CaseIterable, Codable, Sendable {
    /// AAC-LC (ISO/IEC 14496-3), which every player decodes.
    case aac
}
