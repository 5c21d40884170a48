/// The kind of a file by its first bytes, detected before a demuxer opens it.
package enum MediaSignature: Equatable {
    case video
    case stillImage(String)
    /// A playlist or script that names other files, which are never opened.
    case playlist
    case text
    case unknown

    /// The bytes at the start of a file that `init` examines.
    package static let length = 512

    package init(_ head: [UInt8]) {
        self = Self.container(head) ?? Self.image(head) ?? Self.text(head) ?? .unknown
    }

    private static func container(_ head: [UInt8]) -> MediaSignature? {
        if let brand = isoBrand(head) { return brand }
        let starts: [[UInt8]] = [
            [0x1A, 0x45, 0xDF, 0xA3],  // EBML: Matroska, WebM
            Array("OggS".utf8), Array("FLV".utf8), Array("ID3".utf8), Array("fLaC".utf8),
            [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11],  // ASF
            [0x00, 0x00, 0x01, 0xBA], [0x00, 0x00, 0x01, 0xB3],  // MPEG program stream, MPEG video
            [0x06, 0x0E, 0x2B, 0x34],  // MXF
            [0x1F, 0x07, 0x00],  // DV
            Array("GIF8".utf8),  // may be animated; its frames decide
            Array("#!AMR".utf8), Array("caff".utf8),
        ]
        if starts.contains(where: head.starts(with:)) { return .video }
        if head.starts(with: Array("RIFF".utf8)), let kind = fourCharacters(head, at: 8) {
            return kind == "WEBP"
                ? .stillImage("WebP") : ["AVI ", "WAVE"].contains(kind) ? .video : nil
        }
        // A transport stream has the sync byte 0x47 every 188 bytes; AVCHD puts 4 bytes before each packet.
        for (first, length) in [(0, 188), (4, 192)] where head.count > first + 2 * length {
            if [first, first + length, first + 2 * length].allSatisfy({ head[$0] == 0x47 }) {
                return .video
            }
        }
        return nil
    }

    /// ISO/IEC 14496-12, 4.3: a file starts with a box, whose type is at byte 4.
    private static func isoBrand(_ head: [UInt8]) -> MediaSignature? {
        guard let type = fourCharacters(head, at: 4) else { return nil }
        if type == "ftyp", let brand = fourCharacters(head, at: 8) {
            // ISO/IEC 23008-12: HEIF images; "hevc" and "msf1" are image sequences, which are animated.
            if ["heic", "heix", "heim", "heis", "mif1"].contains(brand) {
                return .stillImage("HEIC")
            }
            if brand == "avif" { return .stillImage("AVIF") }
            return .video
        }
        return ["moov", "mdat", "wide", "free", "skip", "moof", "pnot"].contains(type)
            ? .video : nil
    }

    private static func image(_ head: [UInt8]) -> MediaSignature? {
        let kinds: [([UInt8], String)] = [
            ([0xFF, 0xD8, 0xFF], "JPEG"), ([0x89, 0x50, 0x4E, 0x47], "PNG"),
            (Array("BM".utf8), "BMP"), (Array("II*\0".utf8), "TIFF"), (Array("MM\0*".utf8), "TIFF"),
            ([0x00, 0x00, 0x00, 0x0C, 0x4A, 0x58, 0x4C, 0x20], "JPEG XL"),
        ]
        return kinds.first { head.starts(with: $0.0) }.map { .stillImage($0.1) }
    }

    private static func text(_ head: [UInt8]) -> MediaSignature? {
        guard !head.isEmpty, head.allSatisfy({ $0 >= 0x20 || [0x09, 0x0A, 0x0D].contains($0) })
        else {
            return nil
        }
        let text = String(decoding: head, as: UTF8.self)
        let playlists = ["#EXTM3U", "ffconcat", "[playlist]", "<smil", "v=0", "<?xml", "RTSPtext"]
        return playlists.contains(where: text.hasPrefix) ? .playlist : .text
    }

    private static func fourCharacters(_ bytes: [UInt8], at offset: Int) -> String? {
        guard bytes.count >= offset + 4 else { return nil }
        return String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
    }
}
