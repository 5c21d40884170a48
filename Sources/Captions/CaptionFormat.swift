internal import HLS

/// A notation of captions; its texts are turned into WebVTT's.
package enum CaptionFormat: String, Codable, Sendable {
    case plain = "text"
    case subRip = "subrip"
    case webVTT = "webvtt"
    case movText = "mov_text"
    case ass

    /// By libav's name of a codec; `nil` for what is no text: pictures, teletext, XML.
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

    /// A cue that has no time yet.
    package struct Content {
        package let text: String
        /// As in `CaptionCue`.
        package let settings: String
        /// It was no Unicode.
        package let isLegacy: Bool
    }

    /// The content of a packet, as libav's demuxers hand it out.
    ///
    /// - Parameters:
    ///   - bytes: Of the packet.
    ///   - settings: Of WebVTT, which containers keep apart.
    ///   - styles: Of ASS.
    /// - Returns: `nil` if there is nothing to see, as in the empty samples that MP4 fills gaps with.
    package func content(_ bytes: [UInt8], settings: String, styles: ASSStyles) -> Content? {
        if self == .movText {
            return MovText.cueText(bytes).map { Content(text: $0, settings: "", isLegacy: false) }
        }
        let (raw, isLegacy) = TextEncoding.decode(bytes)
        guard let text = cueText(raw) else { return nil }
        let place =
            switch self {
            case .webVTT: CueTiming.settings(settings)
            case .ass: styles.settings(event: raw)
            case .subRip: CuePlace.settings(overriddenIn: raw)
            case .plain, .movText: ""
            }
        return Content(text: text, settings: place, isLegacy: isLegacy)
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
