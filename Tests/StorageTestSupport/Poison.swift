#if os(Linux)
    import Foundation

    /// Bytes in place of the holes of a cache, so that a read of a hole shows.
    package enum Poison {
        /// No media, and no zeros.
        package static let byte: UInt8 = 0xAA

        /// Fills a file that has only holes, by its descriptor, which need not be writable.
        package static func fill(_ descriptor: Int32, size: Int) -> Bool {
            let file = open("/proc/self/fd/\(descriptor)", O_WRONLY | O_CLOEXEC)
            guard file >= 0 else { return false }
            defer { close(file) }
            let bytes = [UInt8](repeating: byte, count: size)
            return pwrite(file, bytes, size, 0) == size
        }
    }
#endif
