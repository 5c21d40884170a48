/// The PAT and PMT at the start of each segment: one program of H.264 video, AAC audio, or both (RFC 8216, 3.2).
enum TransportTables {
    static let videoPID: UInt16 = 0x100
    static let audioPID: UInt16 = 0x101
    static let patPID: UInt16 = 0
    static let pmtPID: UInt16 = 0x1000
    private static let program: UInt16 = 1

    /// The PAT (ISO/IEC 13818-1, 2.4.4.3), with the PID of the only program's PMT.
    static let pat = section(table: 0, number: 1, [0, UInt8(program)] + pid(pmtPID))

    /// Returns the PMT (2.4.4.8), with the streams and the PID of the PCR.
    static func pmt(hasVideo: Bool, hasAudio: Bool) -> [UInt8] {
        // Stream types of table 2-34: 0x1B is H.264, 0x0F is AAC with ADTS headers.
        let streams =
            (hasVideo ? [0x1B] + pid(videoPID) + [0xF0, 0] : [])
            + (hasAudio ? [0x0F] + pid(audioPID) + [0xF0, 0] : [])
        return section(
            table: 2, number: program, pid(clockPID(hasVideo: hasVideo)) + [0xF0, 0] + streams)
    }

    static func clockPID(hasVideo: Bool) -> UInt16 { hasVideo ? videoPID : audioPID }

    /// Returns a PID: 13 bits after three reserved bits.
    private static func pid(_ pid: UInt16) -> [UInt8] {
        [0xE0 | UInt8(pid >> 8), UInt8(pid & 0xFF)]
    }

    private static func section(table: UInt8, number: UInt16, _ content: [UInt8]) -> [UInt8] {
        // After the length: number, version 0 and "current", section 0 of 0, content, CRC.
        let length = 5 + content.count + 4
        let bytes =
            [table, 0xB0, UInt8(length), UInt8(number >> 8), UInt8(number & 0xFF), 0xC1, 0, 0]
            + content
        let sum = checksum(bytes)
        return bytes + [24, 16, 8, 0].map { UInt8(sum >> $0 & 0xFF) }
    }

    /// Returns the CRC-32 of annex A: polynomial 0x04C11DB7, most significant bit first.
    static func checksum(_ bytes: [UInt8]) -> UInt32 {
        bytes.reduce(0xFFFF_FFFF) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in
                sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7
            }
        }
    }
}
