import Foundation

/// The formats of segments (RFC 8216, 3.1).
enum SegmentFormat {
    case transportStream, fragmentedMP4, packedAudio, captions, unknown

    /// Determines the format from the first 189 bytes of a segment, and for other bytes from the name of its file.
    init(head: [UInt8], path: String) {
        let boxes = [
            "ftyp", "styp", "moof", "moov", "sidx", "emsg", "prft", "mdat", "free", "skip",
        ]
        if head.first == TransportPacket.syncByte, head.count < 189 || head[188] == head[0] {
            self = .transportStream
        } else if head.starts(with: "ID3".utf8) {
            self = .packedAudio
        } else if head.count >= 8, boxes.contains(String(decoding: head[4..<8], as: UTF8.self)) {
            self = .fragmentedMP4
        } else if head.starts(with: "WEBVTT".utf8) {
            self = .captions
        } else {
            self = Self.named(path)
        }
    }

    private static func named(_ path: String) -> SegmentFormat {
        switch path.split(separator: ".").last?.lowercased() {
        case "ts", "m2ts": .transportStream
        case "m4s", "mp4", "m4a", "m4v", "cmfv", "cmfa", "cmft": .fragmentedMP4
        case "aac", "mp3", "ac3", "ec3": .packedAudio
        case "vtt", "webvtt": .captions
        default: .unknown
        }
    }
}
