/// One version of an object in a bucket or on a web server, which is read in ranges.
///
/// Requests that may succeed later are repeated by the implementation, with pauses, before an error is thrown.
public protocol ObjectReader: Sendable {
    /// The size, in bytes.
    var size: Int64 { get }

    /// A text that differs after each change of the object: its version or its ETag.
    var validator: String { get }

    /// Reads from a position of this version; blocks.
    ///
    /// - Parameters:
    ///   - offset: In bytes.
    ///   - buffer: Filled from its start; not empty, and ends at `size` at the latest.
    ///   - isStopped: Whether the bytes are not wanted any more; called often. Any error may be thrown then.
    /// - Returns: The number of bytes; fewer than the buffer takes if the connection ended early.
    /// - Throws: `.changed` if the object has another version by now.
    func read(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer,
        isStopped: @escaping @Sendable () -> Bool
    ) throws(ObjectError) -> Int

    /// Returns whether the object has another version by now, or was removed.
    func hasChanged() throws(ObjectError) -> Bool
}
