/// An independent reader of transport packets (ISO/IEC 13818-1, 2.4.3).
struct TransportPacketReader {
    struct Packet {
        let offset: Int
        let pid: Int
        let counter: Int
        let isStart: Bool
        let payload: [UInt8]
        /// The PCR, in ticks of 1/90,000 s.
        let clock: Int?
    }

    let packets: [Packet]

    init(_ bytes: [UInt8]) {
        packets = stride(from: 0, to: bytes.count, by: 188).map { offset in
            let packet = Array(bytes[offset..<offset + 188])
            let (hasFields, hasPayload) = (packet[3] & 0x20 != 0, packet[3] & 0x10 != 0)
            let length = hasFields ? Int(packet[4]) + 1 : 0
            let hasClock = length > 1 && packet[5] & 0x10 != 0
            return Packet(
                offset: offset, pid: Int(packet[1] & 0x1F) << 8 | Int(packet[2]),
                counter: Int(packet[3] & 15), isStart: packet[1] & 0x40 != 0,
                payload: hasPayload ? Array(packet[(4 + length)...]) : [],
                clock: hasClock
                    ? packet[6...9].reduce(0) { $0 << 8 | Int($1) } << 1 | Int(packet[10] >> 7)
                    : nil)
        }
    }

    /// Returns the offsets of discontinuities of continuity counters (2.4.3.3), and updates the last counter of each PID.
    func discontinuities(after last: inout [Int: Int]) -> [Int] {
        packets.compactMap { packet in
            defer { last[packet.pid] = packet.counter }
            guard let before = last[packet.pid] else { return nil }
            let expected = packet.payload.isEmpty ? before : (before + 1) & 15
            return packet.counter == expected ? nil : packet.offset
        }
    }

    /// Returns the elementary stream of a PID without PES headers, and the presentation time of each PES packet.
    func stream(_ pid: Int) -> (bytes: [UInt8], times: [Int]) {
        var bytes: [UInt8] = []
        var times: [Int] = []
        for packet in packets where packet.pid == pid {
            guard packet.isStart else {
                bytes += packet.payload
                continue
            }
            let field = packet.payload[9..<14].map { Int($0) }
            times.append(
                (field[0] >> 1 & 7) << 30 | field[1] << 22 | (field[2] >> 1) << 15 | field[3] << 7
                    | field[4] >> 1)
            bytes += packet.payload[(9 + Int(packet.payload[8]))...]
        }
        return (bytes, times)
    }
}
