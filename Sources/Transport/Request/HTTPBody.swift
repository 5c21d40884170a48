internal import Foundation

/// The body of a request, of known length, which a transfer may read again.
package enum HTTPBody: Sendable {
    case none
    case bytes([UInt8])
    /// A range of a regular file, in bytes; the descriptor stays open until the request ends.
    case file(descriptor: Int32, range: Range<Int64>)

    /// The length, in bytes.
    package var count: Int64 {
        switch self {
        case .none: 0
        case .bytes(let bytes): Int64(bytes.count)
        case .file(_, let range): range.upperBound - range.lowerBound
        }
    }

    /// Reads bytes at an offset into a buffer.
    ///
    /// - Returns: The number of bytes, 0 at the end; `nil` if the file cannot be read or has become shorter.
    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        let length = Int(min(Int64(buffer.count), count - offset))
        guard length > 0 else { return 0 }
        switch self {
        case .none: return 0
        case .bytes(let bytes):
            unsafe buffer.copyBytes(from: bytes[Int(offset)..<Int(offset) + length])
            return length
        case .file(let descriptor, let range):
            while true {
                let result = unsafe pread(
                    descriptor, buffer.baseAddress, length, off_t(range.lowerBound + offset))
                if result < 0, errno == EINTR { continue }
                return result > 0 ? result : nil
            }
        }
    }

    /// Passes all bytes to a closure, in order, in chunks of at most 1 MiB.
    ///
    /// - Throws: `TransportError` if the file cannot be read or has become shorter.
    package func forEachChunk(_ take: ([UInt8]) -> Void) throws(TransportError) {
        var offset: Int64 = 0
        while offset < count {
            var isRead = true
            let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, length in
                let result = unsafe read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
                isRead = result != nil
                length = result ?? 0
            }
            guard isRead else { throw .shortBody }
            take(chunk)
            offset += Int64(chunk.count)
        }
    }
}

extension TransportError {
    static let shortBody = TransportError(
        .body, "the file to send cannot be read, or has become shorter")
}
