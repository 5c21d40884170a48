/// A file of a package, or a part of one, that is read by position.
final class MediaFile {
    /// In bytes.
    let size: Int64
    /// The error of the first read that failed; later reads return nothing.
    private(set) var failure: (any Error)?
    private let read: (Int64, Int) throws -> [UInt8]

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - size: In bytes.
    ///   - read: Returns at most as many bytes from an offset, which is inside of the file.
    init(size: Int64, read: @escaping (_ offset: Int64, _ count: Int) throws -> [UInt8]) {
        (self.size, self.read) = (size, read)
    }

    /// Returns at most `count` bytes; fewer at the end of the file.
    func bytes(at offset: Int64, count: Int) -> [UInt8] {
        guard failure == nil, offset >= 0, offset < size, count > 0 else { return [] }
        do {
            return try read(offset, Int(min(Int64(count), size - offset)))
        } catch {
            failure = error
            return []
        }
    }
}
