/// Where a demuxer reads from: an open upload, never a name that libav could interpret.
public protocol ByteReader: AnyObject {
    /// Bytes in all.
    var size: Int { get }

    /// Reads up to `buffer.count` bytes from an offset; 0 at the end. Called on the thread that uses the demuxer.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// The position that libav's I/O needs and a `ByteReader` has not.
final class ReaderPosition {
    let reader: any ByteReader
    private var offset = 0
    /// The reader's own error, which says more than libav's number.
    var failure: (any Error)?

    init(_ reader: any ByteReader) { self.reader = reader }

    /// - Returns: Bytes read; 0 at the end; `nil` on a failure.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        do {
            let count = try reader.read(at: offset, into: buffer)
            offset += count
            return count
        } catch {
            failure = error
            return nil
        }
    }

    /// - Returns: The new offset; `nil` if it is outside of the file.
    func seek(to target: Int) -> Int? {
        guard target >= 0 else { return nil }
        offset = target
        return target
    }

    func seek(by distance: Int) -> Int? {
        let (target, overflow) = offset.addingReportingOverflow(distance)
        return overflow ? nil : seek(to: target)
    }
}
