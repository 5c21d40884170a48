public import MediaUnits

/// A media segment as a playlist lists it (RFC 8216, 3), or one entry of an I-frame playlist.
public struct Segment: Hashable, Sendable {
    /// Relative to the playlist; written percent-encoded where RFC 3986 asks for it.
    public var uri: String
    /// Seconds, exact; above 0.
    public var duration: Rational
    /// Bytes of the segment without its init segment; 0 if a parsed playlist does not say.
    public var byteCount: Int
    /// The segment's bytes within the file at `uri`; `nil`: the whole file.
    public var byteRange: Range<Int>?

    public init(
        uri: String, duration: Rational, byteCount: Int, byteRange: Range<Int>? = nil
    ) {
        self.uri = uri
        self.duration = duration
        self.byteCount = byteCount
        self.byteRange = byteRange
    }
}
