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
    private let interrupt: InterruptBox
    private var offset = 0
    /// The reader's own error, which says more than libav's number.
    private(set) var failure: (any Error)?
    /// Reading was refused because somebody said stop.
    private(set) var isStopped = false

    init(_ reader: any ByteReader, _ interrupt: InterruptBox) {
        self.reader = reader
        self.interrupt = interrupt
    }

    /// - Returns: Bytes read; 0 at the end; `nil` on a failure or once it is stopped.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        // libav asks its interrupt callback for its own protocols only (libavformat/avio.c, retry_transfer_wrapper).
        guard !interrupt.isSet else {
            isStopped = true
            return nil
        }
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
