internal import MediaModel

/// The receiver of a rendition's frames: an encoder, or a meter that compares them with the encoded frames.
protocol FrameConsumer: AnyObject {
    /// Takes a frame, numbered from the start of its segment.
    ///
    /// - Returns: Whether the frame was accepted; false after an error, which `finish` throws.
    func take(_ frame: SharedFrame, number: Int) -> Bool

    /// Ends the segment.
    ///
    /// - Returns: False after an error, which `finish` throws.
    func endSegment() -> Bool

    /// Waits for the end and returns the segments; throws the first error.
    func finish() throws -> [SegmentResult]

    /// Stops the consumer before another attempt.
    func abandon()
}
