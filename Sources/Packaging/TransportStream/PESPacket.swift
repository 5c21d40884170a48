/// A PES packet: a coded picture, or some frames of audio (ISO/IEC 13818-1, 2.4.3.6).
struct PESPacket {
    let pid: UInt16
    /// The presentation time (PTS), in ticks of 1/90,000 s.
    let presentation: Int
    /// The decode time (DTS), in ticks of 1/90,000 s.
    let decode: Int
    /// Whether the packet is an IDR picture, at which decoding can start.
    let isKey: Bool
    /// The PCR in the packet's adaptation field.
    let clock: ClockReference?
    let payload: [UInt8]

    var byteCount: Int { header.count + payload.count }
    var bytes: [UInt8] { header + payload }

    /// The flags and PCR of the first transport packet's adaptation field; empty if the field is not needed.
    var adaptation: [UInt8] {
        guard isKey || clock != nil else { return [] }
        let flags = (isKey ? 0x40 : 0) | (clock == nil ? 0 : ClockReference.flag)
        return [flags] + (clock?.bytes ?? [])
    }

    private var header: [UInt8] {
        let isVideo = pid == TransportTables.videoPID
        let times =
            presentation == decode
            ? Self.time(presentation, marker: 2)
            : Self.time(presentation, marker: 3) + Self.time(decode, marker: 1)
        // A coded picture may exceed the 16 bits of the length; 0 is allowed for video.
        let length = isVideo ? 0 : 3 + times.count + payload.count
        return [
            0, 0, 1, isVideo ? 0xE0 : 0xC0, UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF),
            // Data alignment: the payload starts with an access unit.
            0x84, times.count == 5 ? 0x80 : 0xC0, UInt8(times.count),
        ] + times
    }

    /// Returns a timestamp: 33 bits in three fields, each followed by a marker bit.
    private static func time(_ ticks: Int, marker: UInt8) -> [UInt8] {
        let time = TransportClock.wrapped(ticks)
        return [
            marker << 4 | UInt8(time >> 30 & 7) << 1 | 1, UInt8(time >> 22 & 0xFF),
            UInt8(time >> 15 & 0x7F) << 1 | 1, UInt8(time >> 7 & 0xFF),
            UInt8(time & 0x7F) << 1 | 1,
        ]
    }
}
