import LibAV

/// Bytes in memory as an upload, read in artifacts as small as a test wants.
final class MemoryReader: ByteReader {
    struct Failure: Error, Equatable {}

    let bytes: [UInt8]
    private let largestRead: Int
    /// From this offset on, reading throws `Failure`.
    private let failsFrom: Int

    init(_ bytes: [UInt8], largestRead: Int = .max, failsFrom: Int = .max) {
        self.bytes = bytes
        self.largestRead = largestRead
        self.failsFrom = failsFrom
    }

    var size: Int { bytes.count }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard offset < failsFrom else { throw Failure() }
        guard offset < bytes.count else { return 0 }
        let count = min(buffer.count, largestRead, bytes.count - offset, failsFrom - offset)
        buffer.copyBytes(from: bytes[offset..<offset + count])
        return count
    }
}

extension Demuxer {
    /// An upload in memory that nobody stops.
    convenience init(_ bytes: [UInt8], analyse: Bool = false) throws {
        try self.init(MemoryReader(bytes), name: "clip", analyse: analyse) { false }
    }

    /// What `look` finds in each packet up to the end.
    func packets<Found>(_ look: (borrowing Packet) throws -> Found) throws -> [Found] {
        let packet = try Packet()
        var found: [Found] = []
        while try read(into: packet) { found.append(try look(packet)) }
        return found
    }
}
