/// The bytes that a demuxer reads: an open upload, never a name that libav could interpret.
public protocol ByteReader: AnyObject {
    /// The size of the upload in bytes.
    var size: Int { get }

    /// Reads bytes from an offset; called on the thread that uses the demuxer.
    ///
    /// - Parameters:
    ///   - offset: In bytes, at least 0.
    ///   - buffer: Filled from its start; valid during the call.
    /// - Returns: The number of bytes read, at most `buffer.count`; 0 at the end.
    /// - Throws: Any error, which the demuxer rethrows.
    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// A `ByteReader` with a current position, as libav's I/O needs it.
final class ReaderPosition {
    let reader: any ByteReader
    private let interrupt: InterruptBox
    private var offset = 0
    /// The reader's error, which is more precise than libav's code.
    private(set) var failure: (any Error)?
    /// Whether a read was refused because the work is stopped.
    private(set) var isStopped = false
    /// Whether reads return zeros up to the end of the upload, without reading it.
    var skipsContent = false

    init(_ reader: any ByteReader, _ interrupt: InterruptBox) {
        self.reader = reader
        self.interrupt = interrupt
    }

    /// Reads from the current position.
    ///
    /// - Returns: The number of bytes read; 0 at the end; `nil` on an error or once stopped.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
        // libav calls its interrupt callback for its own protocols only (libavformat/avio.c, retry_transfer_wrapper).
        guard !interrupt.isSet else {
            isStopped = true
            return nil
        }
        if skipsContent {
            let count = max(0, min(buffer.count, reader.size - offset))
            buffer[..<count].initializeMemory(as: UInt8.self, repeating: 0)
            offset += count
            return count
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

    /// Moves to an offset in bytes.
    ///
    /// - Returns: The new offset; `nil` if it is negative.
    func seek(to target: Int) -> Int? {
        guard target >= 0 else { return nil }
        offset = target
        return target
    }

    /// Moves by a distance in bytes; `nil` if the result is negative or overflows.
    func seek(by distance: Int) -> Int? {
        let (target, overflow) = offset.addingReportingOverflow(distance)
        return overflow ? nil : seek(to: target)
    }
}
