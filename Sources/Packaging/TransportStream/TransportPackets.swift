/// Writes transport packets of 188 bytes (ISO/IEC 13818-1, 2.4.3).
struct TransportPackets {
    static let size = 188
    private static let capacity = size - 4

    private(set) var bytes: [UInt8] = []
    /// The next continuity counter of each PID.
    private var counters: [UInt16: UInt8]

    /// Makes a writer with the continuity counters of the first packets; missing counters start at 0.
    init(counters: [UInt16: UInt8]) { self.counters = counters }

    /// Writes a section of a table, which must fit one packet.
    mutating func write(section: [UInt8], pid: UInt16) {
        header(pid, isStart: true, hasAdaptation: false)
        // Pointer field 0: the section starts right after it.
        bytes += [0] + section
        fill()
    }

    /// Writes a PES packet into the minimum number of transport packets plus `extra`.
    mutating func write(_ packet: PESPacket, extra: Int) {
        let content = packet.bytes
        let count = Self.count(of: packet) + extra
        var offset = 0
        for index in 0..<count {
            let fields = index == 0 ? packet.adaptation : []
            // Every later packet has at least one byte of payload.
            let room = Self.capacity - (fields.isEmpty ? 0 : 1 + fields.count)
            let length = min(room, content.count - offset - (count - 1 - index))
            let stuffing = room - length
            header(
                packet.pid, isStart: index == 0,
                hasAdaptation: !fields.isEmpty || stuffing > 0)
            if !fields.isEmpty || stuffing > 0 { adaptation(fields, stuffing: stuffing) }
            bytes += content[offset..<offset + length]
            offset += length
        }
    }

    /// Writes a packet with a PCR and no payload.
    mutating func write(clock: ClockReference, pid: UInt16) {
        let last = (counters[pid, default: 0] + 15) & 15
        // Without payload the counter does not increase (2.4.3.3).
        bytes += [0x47, UInt8(pid >> 8), UInt8(pid & 0xFF), 0x20 | last]
        bytes += [UInt8(Self.capacity - 1), ClockReference.flag] + clock.bytes
        fill()
    }

    /// Returns the minimum number of transport packets of a PES packet.
    static func count(of packet: PESPacket) -> Int {
        let fields = packet.adaptation.count
        let first = capacity - (fields == 0 ? 0 : 1 + fields)
        return 1 + max(0, packet.byteCount - first + capacity - 1) / capacity
    }

    /// Returns the number of additional transport packets over which a PES packet can be spread without splitting its header.
    static func slack(of packet: PESPacket) -> Int {
        let count = count(of: packet)
        return max(0, min(packet.payload.count - count, 15))
    }

    private mutating func header(_ pid: UInt16, isStart: Bool, hasAdaptation: Bool) {
        let counter = counters[pid, default: 0]
        counters[pid] = (counter + 1) & 15
        bytes += [
            0x47, (isStart ? 0x40 : 0) | UInt8(pid >> 8), UInt8(pid & 0xFF),
            (hasAdaptation ? 0x30 : 0x10) | counter,
        ]
    }

    /// Writes an adaptation field: `fields` with their flags, or none, then stuffing bytes.
    private mutating func adaptation(_ fields: [UInt8], stuffing: Int) {
        guard fields.isEmpty else {
            bytes.append(UInt8(fields.count + stuffing))
            bytes += fields
            bytes += repeatElement(0xFF, count: stuffing)
            return
        }
        bytes.append(UInt8(stuffing - 1))
        guard stuffing > 1 else { return }
        bytes.append(0)
        bytes += repeatElement(0xFF, count: stuffing - 2)
    }

    /// Pads the open packet.
    private mutating func fill() {
        let rest = (Self.size - bytes.count % Self.size) % Self.size
        bytes += repeatElement(0xFF, count: rest)
    }
}

/// A PCR, as an adaptation field holds it (2.4.3.4).
struct ClockReference {
    static let flag: UInt8 = 0x10
    /// The base of the PCR, in ticks of 1/90,000 s.
    let ticks: Int

    /// The base in 33 bits, 6 reserved bits, and the 9 bits of the extension, which are 0.
    var bytes: [UInt8] {
        let base = TransportClock.wrapped(ticks)
        return [25, 17, 9, 1].map { UInt8(base >> $0 & 0xFF) } + [
            UInt8(base & 1) << 7 | 0x7E, 0,
        ]
    }
}
