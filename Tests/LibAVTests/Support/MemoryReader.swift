import LibAV

/// An upload in memory, whose reads may be limited in size or fail.
final class MemoryReader: ByteReader {
    struct Failure: Error, Equatable {}

    let bytes: [UInt8]
    private let largestRead: Int
    /// The offset from which on reading throws `Failure`.
    private let failsFrom: Int
    private(set) var bytesRead = 0

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
        bytesRead += count
        return count
    }
}

extension Demuxer {
    /// Opens an upload in memory, without a stop condition.
    convenience init(_ bytes: [UInt8], analyze: Bool = false) throws {
        try self.init(MemoryReader(bytes), name: "clip", analyze: analyze) { false }
    }

    /// Reads all packets and returns a value of each.
    func packets<Value>(_ value: (borrowing Packet) throws -> Value) throws -> [Value] {
        let packet = try Packet()
        var values: [Value] = []
        while try read(into: packet) { values.append(try value(packet)) }
        return values
    }
}
