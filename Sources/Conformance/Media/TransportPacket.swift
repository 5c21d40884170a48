/// A packet of a transport stream (ISO/IEC 13818-1, 2.4.3.2), with positions in the bytes that contain it.
struct TransportPacket {
    static let size = 188
    static let syncByte: UInt8 = 0x47
    /// The PID of packets without content.
    static let nullPID: UInt16 = 0x1FFF

    let pid: UInt16
    /// Whether a section or PES packet begins in it.
    let isUnitStart: Bool
    let continuity: UInt8
    let hasPayload: Bool
    private(set) var isDiscontinuous = false
    private(set) var isRandomAccess = false
    /// Empty without a payload.
    let payload: Range<Int>

    /// Reads the 188 bytes at a position; `nil` if the adaptation field ends beyond them.
    init?(_ bytes: [UInt8], at start: Int) {
        let end = start + Self.size
        pid = UInt16(bytes[start + 1] & 0x1F) << 8 | UInt16(bytes[start + 2])
        isUnitStart = bytes[start + 1] & 0x40 != 0
        continuity = bytes[start + 3] & 0x0F
        hasPayload = bytes[start + 3] & 0x10 != 0
        var position = start + 4
        if bytes[start + 3] & 0x20 != 0 {
            let count = Int(bytes[position])
            guard position + 1 + count <= end else { return nil }
            if count > 0 {
                isDiscontinuous = bytes[position + 1] & 0x80 != 0
                isRandomAccess = bytes[position + 1] & 0x40 != 0
            }
            position += 1 + count
        }
        payload = hasPayload ? position..<end : end..<end
    }
}
