internal import LibAV

/// Bytes in memory that a demuxer reads, such as an init segment and its segment.
final class MemoryReader: ByteReader {
    private let parts: [[UInt8]]
    let size: Int

    init(_ parts: [[UInt8]]) {
        self.parts = parts
        size = parts.reduce(0) { $0 + $1.count }
    }

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        var start = offset
        for part in parts {
            guard start >= part.count else {
                let count = min(buffer.count, part.count - start)
                unsafe buffer.copyBytes(from: part[start..<(start + count)])
                return count
            }
            start -= part.count
        }
        return 0
    }
}
