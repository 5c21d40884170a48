/// What stands at one time in one elementary stream: a picture, or some frames of sound (ISO/IEC 13818-1, 2.4.3.6).
struct PESPacket {
    let pid: UInt16
    /// Ticks of 1/90,000 s.
    let presentation: Int
    let decode: Int
    /// An IDR picture: decoding can start here.
    let isKey: Bool
    /// The clock goes with it.
    let clock: ClockReference?
    let payload: [UInt8]

    var byteCount: Int { header.count + payload.count }
    var bytes: [UInt8] { header + payload }

    /// Flags and clock of the first packet's adaptation field; empty if there is nothing to say.
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
        // A picture may be longer than the length can say; 0 is allowed for video.
        let length = isVideo ? 0 : 3 + times.count + payload.count
        return [
            0, 0, 1, isVideo ? 0xE0 : 0xC0, UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF),
            // The payload starts with an access unit.
            0x84, times.count == 5 ? 0x80 : 0xC0, UInt8(times.count),
        ] + times
    }

    /// 33 bits in three parts, a 1 behind each.
    private static func time(_ ticks: Int, marker: UInt8) -> [UInt8] {
        let time = TransportClock.wrapped(ticks)
        return [
            marker << 4 | UInt8(time >> 30 & 7) << 1 | 1, UInt8(time >> 22 & 0xFF),
            UInt8(time >> 15 & 0x7F) << 1 | 1, UInt8(time >> 7 & 0xFF),
            UInt8(time & 0x7F) << 1 | 1,
        ]
    }
}
