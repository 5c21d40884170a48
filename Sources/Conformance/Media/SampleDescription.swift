import Foundation

/// The first sample entry of a track of an init segment (ISO/IEC 14496-12, 8.5.2).
struct SampleDescription: Codable, Sendable {
    /// `nil` for tracks other than video and audio, and if the entry cannot be read.
    let codec: MeasuredCodec?
    /// The coded size of video.
    let size: VideoSize?

    /// Reads an `stsd` box; `nil` if it has no entry.
    init?(_ bytes: [UInt8], _ box: Box, isVideo: Bool) {
        guard box.payload.count >= 8 else { return nil }
        let content = (box.payload.lowerBound + 8)..<box.payload.upperBound
        guard let entry = Box.all(in: bytes, content).boxes.first else { return nil }
        var children = entry.payload.dropFirst(isVideo ? 78 : 28)
        if isVideo {
            var cursor = ByteCursor(bytes, entry.payload.dropFirst(24))
            guard let width = cursor.integer(2), let height = cursor.integer(2) else { return nil }
            size = VideoSize(width: Int(width), height: Int(height))
        } else {
            size = nil
            // QuickTime's version 1 has four more fields.
            var cursor = ByteCursor(bytes, entry.payload.dropFirst(8))
            if cursor.integer(2) == 1 { children = children.dropFirst(16) }
        }
        let boxes = Box.all(in: bytes, children).boxes
        var name = entry.type
        if SampleEntryName.encrypted.contains(name) {
            guard let format = Self.originalFormat(bytes, boxes) else { return nil }
            name = format
        }
        // Names of hostile files have any bytes; those of codecs are printable.
        let isPrintable = name.utf8.allSatisfy(MeasuredCodec.characters.contains)
        codec = isPrintable ? Self.codec(name, bytes, boxes) : nil
    }

    private static func originalFormat(_ bytes: [UInt8], _ boxes: [Box]) -> String? {
        guard let scheme = boxes.first(where: { $0.type == "sinf" }),
            let format = Box.all(in: bytes, scheme.payload).boxes.first(where: {
                $0.type == "frma"
            })
        else { return nil }
        var cursor = ByteCursor(bytes, format.payload)
        return cursor.fourCharacters()
    }

    private static func codec(_ name: String, _ bytes: [UInt8], _ boxes: [Box]) -> MeasuredCodec {
        func content(_ type: String) -> [UInt8]? {
            boxes.first { $0.type == type }.map { Array(bytes[$0.payload]) }
        }
        switch SampleEntryName.equivalents[name] ?? name {
        case SampleEntryName.advancedVideo:
            guard let record = content(SampleEntryName.advancedVideoConfiguration),
                record.count >= 4
            else { break }
            return MeasuredCodec(entry: name, profile: Array(record[1..<4]))
        case SampleEntryName.highEfficiencyVideo:
            guard let record = content(SampleEntryName.highEfficiencyVideoConfiguration),
                let text = highEfficiency(record)
            else { break }
            return MeasuredCodec(name + text)
        case SampleEntryName.openVideo:
            guard let record = content(SampleEntryName.openVideoConfiguration), record.count >= 3
            else { break }
            let depth = record[2] & 0x40 == 0 ? 8 : record[2] & 0x20 == 0 ? 10 : 12
            return MeasuredCodec(
                name
                    + String(
                        format: ".%d.%02d", Int(record[1] >> 5), Int(record[1] & 0x1F))
                    + (record[2] & 0x80 == 0 ? "M" : "H") + String(format: ".%02d", depth))
        case SampleEntryName.openVideo9:
            guard let record = content(SampleEntryName.openVideo9Configuration), record.count >= 7
            else { break }
            return MeasuredCodec(
                name
                    + String(
                        format: ".%02d.%02d.%02d", Int(record[4]), Int(record[5]),
                        Int(record[6] >> 4)))
        case SampleEntryName.audio:
            guard let descriptors = content("esds"),
                let text = AudioConfiguration.codec(descriptors)
            else { break }
            return MeasuredCodec(name + text)
        default: break
        }
        return MeasuredCodec(name)
    }

    /// Returns the profile, the compatibility flags, the tier and the level (ISO/IEC 14496-15, annex E).
    private static func highEfficiency(_ record: [UInt8]) -> String? {
        guard record.count >= 13 else { return nil }
        let space = ["", "A", "B", "C"][Int(record[1] >> 6)]
        let flags = record[2..<6].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let reversed = (0..<32).reduce(UInt32(0)) { $0 << 1 | flags >> UInt32($1) & 1 }
        let tier = record[1] & 0x20 == 0 ? "L" : "H"
        return "." + space + String(record[1] & 0x1F) + "." + String(reversed, radix: 16)
            + "." + tier + String(record[12])
    }
}
