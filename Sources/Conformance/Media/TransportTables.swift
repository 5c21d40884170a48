/// The PAT and the PMT of a transport stream (ISO/IEC 13818-1, 2.4.4).
struct TransportTables {
    enum Problem { case checksum, programs }

    private(set) var tablePID: UInt16?
    /// The types of the elementary streams, by PID; `nil` until a PMT was read.
    private(set) var streams: [UInt16: UInt8]?
    /// The bytes of sections that have begun, by PID.
    private var sections: [UInt16: [UInt8]] = [:]

    /// Whether the PID is that of the PAT or of the PMT.
    func contains(_ pid: UInt16) -> Bool { pid == 0 || pid == tablePID }

    /// Reads a packet of the PAT or of the PMT, whose section can continue in further packets.
    mutating func read(_ bytes: [UInt8], _ packet: TransportPacket) -> Problem? {
        var payload = packet.payload
        var problem: Problem?
        if packet.isUnitStart {
            var cursor = ByteCursor(bytes, payload)
            guard let pointer = cursor.integer(1) else { return nil }
            let end = cursor.position
            guard cursor.skip(Int(pointer)) != nil else { return nil }
            problem = add(bytes[end..<cursor.position], packet.pid)
            sections[packet.pid] = []
            payload = cursor.position..<payload.upperBound
        }
        return add(bytes[payload], packet.pid) ?? problem
    }

    /// Adds bytes to the section that has begun, and reads it when it is complete.
    private mutating func add(_ bytes: ArraySlice<UInt8>, _ pid: UInt16) -> Problem? {
        guard var section = sections[pid] else { return nil }
        section += bytes
        sections[pid] = section
        var cursor = ByteCursor(section, 0..<section.count)
        guard let table = cursor.integer(1), let field = cursor.integer(2) else { return nil }
        let end = 3 + Int(field & 0xFFF)
        guard end <= section.count else { return nil }
        sections[pid] = nil
        guard end >= 12 else { return nil }
        guard Self.checksum(section[..<end]) == 0 else { return .checksum }
        let content = 8..<(end - 4)
        switch (pid, table) {
        case (0, 0): return readPrograms(section, content)
        case (tablePID, 2):
            readStreams(section, content)
            return nil
        default: return nil
        }
    }

    private mutating func readPrograms(_ bytes: [UInt8], _ content: Range<Int>) -> Problem? {
        var cursor = ByteCursor(bytes, content)
        var pids: [UInt16] = []
        while let program = cursor.integer(2), let pid = cursor.integer(2) {
            // Program 0 is the network information table.
            if program != 0 { pids.append(UInt16(pid & 0x1FFF)) }
        }
        tablePID = pids.first
        return pids.count == 1 ? nil : .programs
    }

    private mutating func readStreams(_ bytes: [UInt8], _ content: Range<Int>) {
        var cursor = ByteCursor(bytes, content)
        guard cursor.skip(2) != nil, let count = cursor.integer(2),
            cursor.skip(Int(count & 0xFFF)) != nil
        else { return }
        var streams: [UInt16: UInt8] = [:]
        while let type = cursor.integer(1), let pid = cursor.integer(2),
            let count = cursor.integer(2), cursor.skip(Int(count & 0xFFF)) != nil
        {
            streams[UInt16(pid & 0x1FFF)] = UInt8(type)
        }
        self.streams = streams
    }

    /// Returns the CRC of ISO/IEC 13818-1, annex A; 0 for a section with its valid CRC.
    static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var checksum = UInt32.max
        for byte in bytes {
            checksum ^= UInt32(byte) << 24
            for _ in 0..<8 {
                checksum = checksum << 1 ^ (checksum >> 31 == 1 ? 0x04C1_1DB7 : 0)
            }
        }
        return checksum
    }
}
