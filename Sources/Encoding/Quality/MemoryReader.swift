internal import LibAV

/// Bytes in memory that a demuxer reads.
final class MemoryReader: ByteReader {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var size: Int { bytes.count }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard offset < bytes.count else { return 0 }
        let count = min(buffer.count, bytes.count - offset)
        unsafe buffer.copyBytes(from: bytes[offset..<offset + count])
        return count
    }
}
