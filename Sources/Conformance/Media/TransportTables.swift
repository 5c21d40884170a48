/// The PAT and the PMT of a transport stream (ISO/IEC 13818-1, 2.4.4).
struct TransportTables {
    enum Problem { case checksum, programs }

    private(set) var tablePID: UInt16?
    /// The types of the elementary streams, by PID; `nil` until a PMT was read.
    private(set) var streams: [UInt16: UInt8]?

    /// Whether the PID is that of the PAT or of the PMT.
    func contains(_ pid: UInt16) -> Bool { pid == 0 || pid == tablePID }

    /// Reads the section that begins in a packet of the PAT or of the PMT.
    ///
    /// A section that continues in further packets is not read: neither table of a program of few streams does.
    mutating func read(_ bytes: [UInt8], _ packet: TransportPacket) -> Problem? {
        var cursor = ByteCursor(bytes, packet.payload)
        guard let pointer = cursor.integer(1), cursor.skip(Int(pointer)) != nil else { return nil }
        let start = cursor.position
        guard let table = cursor.integer(1), let field = cursor.integer(2) else { return nil }
        let count = Int(field & 0xFFF)
        let end = start + 3 + count
        guard count >= 9, end <= packet.payload.upperBound else { return nil }
        guard Self.checksum(bytes[start..<end]) == 0 else { return .checksum }
        let content = (start + 8)..<(end - 4)
        switch (packet.pid, table) {
        case (0, 0): return readPrograms(bytes, content)
        case (tablePID, 2):
            readStreams(bytes, content)
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
