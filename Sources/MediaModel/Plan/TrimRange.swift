/// The trim range that is published, at the borders of frames.
public struct TrimRange: Codable, Hashable, Sendable {
    /// The start, in seconds from time 0 of the upload.
    public let from: Double
    /// The end, in seconds from time 0 of the upload.
    public let to: Double

    package init(
        from: Double,
        to: Double
    ) {
        self.from = from
        self.to = to
    }
}
