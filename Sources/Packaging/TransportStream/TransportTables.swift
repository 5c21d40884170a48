/// The tables at the start of each segment: one program of H.264 pictures, AAC sound, or both (RFC 8216, 3.2).
enum TransportTables {
    static let videoPID: UInt16 = 0x100
    static let audioPID: UInt16 = 0x101
    static let associationPID: UInt16 = 0
    static let mapPID: UInt16 = 0x1000
    private static let program: UInt16 = 1

    /// The program association table (ISO/IEC 13818-1, 2.4.4.3): where the map of the only program is.
    static let association = section(table: 0, number: 1, [0, UInt8(program)] + pid(mapPID))

    /// The program map table (2.4.4.8): the streams, and which of them the clock goes with.
    static func map(hasVideo: Bool, hasAudio: Bool) -> [UInt8] {
        // Stream types of table 2-34: 0x1B is H.264, 0x0F is AAC with ADTS headers.
        let streams =
            (hasVideo ? [0x1B] + pid(videoPID) + [0xF0, 0] : [])
            + (hasAudio ? [0x0F] + pid(audioPID) + [0xF0, 0] : [])
        return section(
            table: 2, number: program, pid(clockPID(hasVideo: hasVideo)) + [0xF0, 0] + streams)
    }

    static func clockPID(hasVideo: Bool) -> UInt16 { hasVideo ? videoPID : audioPID }

    /// 13 bits behind three reserved ones.
    private static func pid(_ pid: UInt16) -> [UInt8] {
        [0xE0 | UInt8(pid >> 8), UInt8(pid & 0xFF)]
    }

    private static func section(table: UInt8, number: UInt16, _ content: [UInt8]) -> [UInt8] {
        // Behind the length: number, version 0 and "current", section 0 of 0, content, checksum.
        let length = 5 + content.count + 4
        let bytes =
            [table, 0xB0, UInt8(length), UInt8(number >> 8), UInt8(number & 0xFF), 0xC1, 0, 0]
            + content
        let sum = checksum(bytes)
        return bytes + [24, 16, 8, 0].map { UInt8(sum >> $0 & 0xFF) }
    }

    /// CRC-32 as in annex A: polynomial 0x04C11DB7, most significant bit first.
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.reduce(0xFFFF_FFFF) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in
                sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7
            }
        }
    }
}
