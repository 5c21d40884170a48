internal import HLS

/// A notation of captions; its texts are turned into WebVTT's.
enum CaptionFormat: String, Codable, Sendable {
    case plain = "text"
    case subRip = "subrip"
    case webVTT = "webvtt"
    case movText = "mov_text"
    case ass

    /// By libav's name of a codec; `nil` for what is no text: pictures, teletext, XML.
    init?(codec: String) {
        switch codec {
        case "text": self = .plain
        case "subrip", "srt": self = .subRip
        case "webvtt": self = .webVTT
        case "mov_text": self = .movText
        case "ass", "ssa": self = .ass
        default: return nil
        }
    }

    /// The text of a packet, as libav's demuxers hand it out, or of a file's cue.
    ///
    /// - Returns: `nil` if there is nothing to see, as in the empty samples that MP4 fills gaps with; `isLegacy` if it was
    ///   no Unicode.
    func cueText(_ bytes: [UInt8]) -> (text: String, isLegacy: Bool)? {
        if self == .movText { return MovText.cueText(bytes).map { ($0, false) } }
        let decoded = TextEncoding.decode(bytes)
        return cueText(decoded.text).map { ($0, decoded.isLegacy) }
    }

    func cueText(_ text: String) -> String? {
        switch self {
        case .plain, .movText:
            var builder = CueTextBuilder()
            builder.append(text)
            return builder.finish()
        case .subRip: return MarkedUpText.cueText(text, decodingEntities: false)
        case .webVTT: return MarkedUpText.cueText(text, decodingEntities: true)
        case .ass: return ASSText.cueText(event: text)
        }
    }
}
