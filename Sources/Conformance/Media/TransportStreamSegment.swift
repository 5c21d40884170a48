/// A segment of MPEG-TS, with findings for its packets and tables (RFC 8216, 3.2).
struct TransportStreamSegment {
    /// The packets that are read at a time: memory of less than 128 KB is reused, larger blocks are new and cleared.
    private static let batch = 512

    /// The streams of the PMT that have packets, by PID.
    var streams: [UInt16: ElementaryStream] {
        Dictionary(uniqueKeysWithValues: elementary.map { ($0.pid, $0.stream) })
    }

    /// The state of a PID, of which each packet needs one: an array of all PIDs is faster than a dictionary.
    private struct Channel {
        /// The continuity counter of the packet before; `nil` before the first one.
        var counter: UInt8?
        var isRepeated = false
        /// The index of its stream; `nil` without packets of one.
        var stream: Int?
    }

    private var channels = [Channel](
        repeating: Channel(), count: Int(TransportPacket.nullPID) + 1)
    private var elementary: [(pid: UInt16, stream: ElementaryStream)] = []
    private var tables: TransportTables
    private let name: String
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
        var next = 0
        while next < bytes.count {
            let start = next
            next += TransportPacket.size
            let position = offset + Int64(start)
            guard bytes[start] == TransportPacket.syncByte else {
                report(.transportSync, position, "the packet does not begin with 0x47", &findings)
                return false
            }
            guard next <= bytes.count else {
                report(.transportSync, position, "the segment ends inside of a packet", &findings)
                return false
            }
            guard let packet = TransportPacket(bytes, at: start) else {
                report(
                    .transportSync, position, "an adaptation field ends beyond its packet",
                    &findings)
                continue
            }
            guard packet.pid != TransportPacket.nullPID,
                !checkContinuity(packet, position, &findings)
            else { continue }
            if tables.contains(packet.pid) {
                readTables(bytes, packet, position, &findings)
            } else if let stream = stream(of: packet.pid) {
                if !hasTables { hasContentBeforeTables = true }
                elementary[stream].stream.read(bytes, packet, offset: position)
            } else if tables.streams == nil, packet.isUnitStart, packet.pid >= 0x20 {
                // Lower PIDs have further tables, such as the names of services.
                hasContentBeforeTables = true
            }
        }
        return true
    }

    /// Returns the index of a PID's stream; `nil` if the PMT does not have it.
    private mutating func stream(of pid: UInt16) -> Int? {
        if let known = channels[Int(pid)].stream { return known }
        guard let type = tables.streams?[pid] else { return nil }
        elementary.append((pid, ElementaryStream(TransportCoding(streamType: type))))
        channels[Int(pid)].stream = elementary.count - 1
        return elementary.count - 1
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
        let channel = channels[Int(packet.pid)]
        channels[Int(packet.pid)].counter = packet.continuity
        guard let value = channel.counter, !packet.isDiscontinuous else { return false }
        let isRepetition = packet.continuity == value && !channel.isRepeated
        channels[Int(packet.pid)].isRepeated = isRepetition
        guard !isRepetition, packet.continuity != (value + 1) & 0x0F else { return isRepetition }
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
