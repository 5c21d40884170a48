internal import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

import CPlatform

/// A sparse file without a name, which ends with this object.
final class CacheFile: Sendable {
    private let writable: Descriptor
    private let readable: Descriptor

    /// Creates a file of holes.
    ///
    /// - Parameters:
    ///   - folder: The folder whose disk has the file.
    ///   - size: In bytes.
    /// - Throws: `StorageError`, also if the file system allows no file of this size.
    init(in folder: FilePath, size: Int64) throws(StorageError) {
        let path = folder.appending(".cache-\(uniqueName())")
        writable = try Descriptor(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
        defer { unsafe path.withPlatformString { _ = unsafe unlink($0) } }
        // A descriptor of its own, since that of a sandbox process must not be writable.
        readable = try Descriptor(path, O_RDONLY | O_NOFOLLOW)
        try call("ftruncate", path) { ftruncate(writable.number, off_t(size)) }
    }

    /// The descriptor for reading, valid as long as this object.
    var descriptor: Int32 { readable.number }

    /// Writes all bytes at a position, in bytes.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(StorageError) {
        var written = 0
        while written < bytes.count {
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
            written += try call("pwrite", writable.path) {
                unsafe pwrite(
                    writable.number, rest.baseAddress, rest.count, off_t(offset) + off_t(written))
            }
        }
    }

    /// Fills a buffer from a position, in bytes, inside of the file.
    func read(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws(StorageError) {
        var filled = 0
        while filled < buffer.count {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            let count = try call("pread", readable.path) {
                unsafe pread(
                    readable.number, rest.baseAddress, rest.count, off_t(offset) + off_t(filled))
            }
            guard count > 0 else { throw StorageError("pread", readable.path, EIO) }
            filled += count
        }
    }

    /// Frees the space of a range, in bytes; false if the file system cannot.
    func punch(_ range: Range<Int64>) -> Bool {
        vt_punch_hole(writable.number, range.lowerBound, range.upperBound - range.lowerBound) == 0
    }
}
