internal import HLS

/// A text format of captions, converted to WebVTT.
package enum CaptionFormat: String, Codable, Sendable {
    case plain = "text"
    case subRip = "subrip"
    case webVTT = "webvtt"
    case movText = "mov_text"
    case ass

    /// Creates a format from libav's codec name; `nil` for bitmaps, teletext and XML.
    package init?(codec: String) {
        switch codec {
        case "text": self = .plain
        case "subrip", "srt": self = .subRip
        case "webvtt": self = .webVTT
        case "mov_text": self = .movText
        case "ass", "ssa": self = .ass
        default: return nil
        }
    }

    /// The content of a caption cue, without its time.
    package struct Content {
        package let text: String
        /// The WebVTT cue settings, as in `CaptionCue`.
        package let settings: String
        /// Whether the packet is encoded in neither UTF-8 nor UTF-16.
        package let isLegacy: Bool
    }

    /// Decodes a packet of libav's demuxers.
    ///
    /// - Parameters:
    ///   - bytes: The packet's data.
    ///   - settings: WebVTT cue settings, which containers store outside of the text.
    ///   - styles: The styles of an ASS track.
    /// - Returns: `nil` if there is no visible text, as in the empty samples that fill gaps in MP4.
    package func content(_ bytes: [UInt8], settings: String, styles: ASSStyles) -> Content? {
        if self == .movText {
            return MovText.cueText(bytes).map { Content(text: $0, settings: "", isLegacy: false) }
        }
        let (raw, isLegacy) = TextEncoding.decode(bytes)
        guard let text = cueText(raw) else { return nil }
        let position =
            switch self {
            case .webVTT: CaptionCueTiming.settings(settings)
            case .ass: styles.settings(event: raw)
            case .subRip: CaptionAlignment.settings(overriddenIn: raw)
            case .plain, .movText: ""
            }
        return Content(text: text, settings: position, isLegacy: isLegacy)
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
