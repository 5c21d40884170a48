internal import MediaModel

/// What the pictures of one rendition go to: an encoder, or what compares them with those that were encoded.
protocol FrameConsumer: AnyObject {
    /// Takes a picture, numbered from the start of its segment.
    ///
    /// - Returns: False if it gave up; `finish` says why.
    func take(_ picture: SharedFrame, number: Int) -> Bool

    /// No more pictures of this segment come; false as of `take`.
    func endSegment() -> Bool

    /// Ends it: what it wrote, or why it gave up.
    func finish() throws -> [SegmentResult]

    /// Ends it for another try.
    func abandon()
}
