/// The codings of elementary streams, by their types in a PMT (ISO/IEC 13818-1, table 2-34; Apple, HLS sample encryption).
enum TransportCoding: String, Codable, Sendable {
    case advancedVideo, highEfficiencyVideo, otherVideo
    /// AAC in ADTS frames.
    case advancedAudio
    case layeredAudio, dolby, enhancedDolby, otherAudio
    case other

    init(streamType: UInt8) {
        switch streamType {
        case 0x1B, 0xDB: self = .advancedVideo
        case 0x24: self = .highEfficiencyVideo
        case 0x01, 0x02, 0x10, 0x33: self = .otherVideo
        case 0x0F, 0xCF: self = .advancedAudio
        case 0x03, 0x04: self = .layeredAudio
        case 0x81, 0xC1: self = .dolby
        case 0x87, 0xC2: self = .enhancedDolby
        case 0x11: self = .otherAudio
        default: self = .other
        }
    }

    var kind: ElementaryStream.Kind {
        switch self {
        case .advancedVideo, .highEfficiencyVideo, .otherVideo: .video
        case .advancedAudio, .layeredAudio, .dolby, .enhancedDolby, .otherAudio: .audio
        case .other: .other
        }
    }
}
