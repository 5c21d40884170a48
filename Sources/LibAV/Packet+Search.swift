internal import CLibAV

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

extension Packet {
    /// Returns the end index of each occurrence of a pattern in its bytes.
    ///
    /// Fast enough for every packet of an upload, since the C library searches for the first byte.
    ///
    /// - Precondition: The pattern is not empty.
    public func ends(of pattern: [UInt8]) -> [Int] {
        guard let start = raw.pointee.data, let first = pattern.first else { return [] }
        var ends: [Int] = []
        var offset = 0
        while offset <= byteCount - pattern.count {
            let rest = byteCount - pattern.count - offset + 1
            guard let found = memchr(start + offset, Int32(first), rest) else { break }
            offset = UnsafeRawPointer(found) - UnsafeRawPointer(start)
            if memcmp(start + offset, pattern, pattern.count) == 0 {
                ends.append(offset + pattern.count)
            }
            offset += 1
        }
        return ends
    }
}
