/// A segment of MPEG-TS, with findings for its packets and tables (RFC 8216, 3.2).
struct TransportStreamSegment {
    /// The packets that are read at a time.
    private static let batch = 4096

    private(set) var streams: [UInt16: ElementaryStream] = [:]
    private var tables: TransportTables
    private let name: String
    private var counters: [UInt16: (value: UInt8, isRepeated: Bool)] = [:]
    private(set) var hasTables = false
    private var hasContentBeforeTables = false
    private var reported: Set<ConformanceRule> = []

    /// Reads a segment.
    ///
    /// `tables` are those of an init segment, or of the file of a byte range. With `needsTables`, it is a finding that the
    /// segment has none.
    init(
        _ file: MediaFile, _ range: Range<Int64>, name: String, tables: TransportTables,
        needsTables: Bool, findings: inout FindingList
    ) {
        self.tables = tables
        self.name = name
        var offset = range.lowerBound
        while offset < range.upperBound {
            let count = Int(
                min(Int64(Self.batch * TransportPacket.size), range.upperBound - offset))
            let bytes = file.bytes(at: offset, count: count)
            guard bytes.count == count, read(bytes, at: offset, &findings) else { break }
            offset += Int64(count)
        }
        guard needsTables else { return }
        if !hasTables {
            findings.add(.transportTables, name, "the segment has no PAT and PMT")
        } else if hasContentBeforeTables {
            findings.add(
                .transportTablesFirst, name, offset: range.lowerBound,
                "the segment does not begin with a PAT and a PMT")
        }
    }

    /// The tables of the first packets of a file, from their bytes.
    static func tables(in bytes: [UInt8]) -> TransportTables {
        var tables = TransportTables()
        for start in stride(from: 0, to: bytes.count, by: TransportPacket.size) {
            guard start + TransportPacket.size <= bytes.count,
                bytes[start] == TransportPacket.syncByte
            else { break }
            guard let packet = TransportPacket(bytes, at: start), packet.hasPayload,
                tables.contains(packet.pid)
            else { continue }
            _ = tables.read(bytes, packet)
        }
        return tables
    }

    /// - Returns: Whether the next packets can be read.
    private mutating func read(
        _ bytes: [UInt8], at offset: Int64, _ findings: inout FindingList
    ) -> Bool {
        for start in stride(from: 0, to: bytes.count, by: TransportPacket.size) {
            let position = offset + Int64(start)
            guard bytes[start] == TransportPacket.syncByte else {
                report(.transportSync, position, "the packet does not begin with 0x47", &findings)
                return false
            }
            guard start + TransportPacket.size <= bytes.count else {
                report(.transportSync, position, "the segment ends inside of a packet", &findings)
                return false
            }
            guard let packet = TransportPacket(bytes, at: start) else {
                report(
                    .transportSync, position, "an adaptation field ends beyond its packet",
                    &findings)
                continue
            }
            guard packet.pid != TransportPacket.nullPID else { continue }
            guard !checkContinuity(packet, position, &findings) else { continue }
            if tables.contains(packet.pid) {
                readTables(bytes, packet, position, &findings)
            } else if let type = tables.streams?[packet.pid] {
                if !hasTables { hasContentBeforeTables = true }
                streams[
                    packet.pid, default: ElementaryStream(TransportCoding(streamType: type))
                ].read(bytes, packet, offset: position)
            } else if tables.streams == nil, packet.isUnitStart, packet.pid >= 0x20 {
                // Lower PIDs have further tables, such as the names of services.
                hasContentBeforeTables = true
            }
        }
        return true
    }

    private mutating func readTables(
        _ bytes: [UInt8], _ packet: TransportPacket, _ position: Int64,
        _ findings: inout FindingList
    ) {
        guard packet.hasPayload else { return }
        switch tables.read(bytes, packet) {
        case .checksum:
            report(.transportChecksum, position, "the CRC of the PAT or PMT is wrong", &findings)
        case .programs:
            report(.transportPrograms, position, "the PAT does not have one program", &findings)
        case nil: break
        }
        if packet.pid != 0, tables.streams != nil { hasTables = true }
    }

    /// - Returns: Whether the packet repeats the one before, which is permitted once.
    private mutating func checkContinuity(
        _ packet: TransportPacket, _ position: Int64, _ findings: inout FindingList
    ) -> Bool {
        guard packet.hasPayload else { return false }
        defer { counters[packet.pid, default: (0, false)].value = packet.continuity }
        guard let (value, isRepeated) = counters[packet.pid], !packet.isDiscontinuous else {
            return false
        }
        if packet.continuity == value, !isRepeated {
            counters[packet.pid]?.isRepeated = true
            return true
        }
        counters[packet.pid]?.isRepeated = false
        guard packet.continuity != (value + 1) & 0x0F else { return false }
        report(
            .transportContinuity, position,
            "the continuity counter of PID \(packet.pid) is \(packet.continuity) after \(value)",
            &findings)
        return false
    }

    /// Adds the first finding of a rule; one lost packet would cause many.
    private mutating func report(
        _ rule: ConformanceRule, _ position: Int64, _ message: String,
        _ findings: inout FindingList
    ) {
        guard reported.insert(rule).inserted else { return }
        findings.add(rule, name, offset: position, message)
    }
}
