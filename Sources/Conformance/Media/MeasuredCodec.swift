import Foundation

/// A codec that was found in the media, as `CODECS` names it (RFC 6381).
struct MeasuredCodec: Codable, Hashable, Sendable {
    /// As complete as the media allow: `avc1.64001f`, or the name of the sample entry only.
    let text: String

    /// The bytes of names of codecs: printable ASCII.
    static let characters: ClosedRange<UInt8> = 0x20...0x7E

    init(_ text: String) { self.text = text }

    /// The codec of H.264, from its profile, constraint flags and level.
    init(entry: String, profile: [UInt8]) {
        text = entry + "." + profile.map { String(format: "%02x", $0) }.joined()
    }

    /// The codec of an elementary stream of MPEG-TS; `nil` for one that is not known.
    init?(_ coding: TransportCoding, _ parameters: SequenceParameters?) {
        switch coding {
        case .advancedVideo:
            let entry = SampleEntryName.advancedVideo
            if let parameters {
                self.init(entry: entry, profile: parameters.profile)
            } else {
                self.init(entry)
            }
        case .highEfficiencyVideo: self.init(SampleEntryName.highEfficiencyVideo)
        case .advancedAudio, .layeredAudio: self.init(SampleEntryName.audio)
        case .dolby: self.init("ac-3")
        case .enhancedDolby: self.init("ec-3")
        case .otherVideo, .otherAudio, .other: return nil
        }
    }

    static func isVideo(_ listed: some StringProtocol) -> Bool {
        let family = family(listed)
        return SampleEntryName.video.contains(family)
            || SampleEntryName.dolbyVision.contains(family)
    }

    /// Whether an entry of `CODECS` describes this codec.
    func matches(_ listed: some StringProtocol) -> Bool {
        let family = Self.family(text)
        guard Self.family(listed) == family else { return false }
        let ours = text.lowercased().split(separator: ".")
        let theirs = listed.lowercased().split(separator: ".")
        guard ours.count > 1 else { return true }
        switch family {
        case SampleEntryName.audio:
            // A decoder finds the extensions of AAC, SBR and PS, in the frames.
            return Self.objectType(ours) == Self.objectType(theirs)
        case SampleEntryName.highEfficiencyVideo:
            // ffmpeg writes the same compatibility flags and constraints for all streams.
            return ours.count == 4 && theirs.count >= 4 && ours[1] == theirs[1]
                && ours[3] == theirs[3]
        case SampleEntryName.openVideo, SampleEntryName.openVideo9:
            // Further fields are optional or flags of constraints.
            return ours.dropFirst().prefix(3).elementsEqual(theirs.dropFirst().prefix(3))
        default: return ours.dropFirst().elementsEqual(theirs.dropFirst())
        }
    }

    private static func objectType(_ fields: [Substring]) -> [Int?] {
        let types = fields.dropFirst().enumerated().map { position, field in
            Int(field, radix: position == 0 ? 16 : 10)
        }
        // MPEG-1 and MPEG-2 audio have a type of their own, too.
        if types == [0x69] || types == [0x6B] { return [0x40, 34] }
        guard types.count == 2, types[0] == 0x40, let type = types[1] else { return types }
        return [0x40, [2, 5, 29].contains(type) ? 2 : type]
    }

    private static func family(_ codec: some StringProtocol) -> String {
        let name = codec.split(separator: ".").first?.lowercased() ?? ""
        return SampleEntryName.equivalents[name] ?? name
    }
}
