public import MediaUnits

/// A media segment of a playlist (RFC 8216, 3), or an entry of an I-frame playlist.
public struct Segment: Hashable, Sendable {
    /// The URI relative to the playlist; it is percent-encoded when it is written (RFC 3986).
    public var uri: String
    /// The exact duration in seconds, above 0.
    public var duration: Rational
    /// The size of the segment in bytes, without its init segment; 0 if a parsed playlist does not state it.
    public var byteCount: Int
    /// The range of bytes in the file at `uri`; `nil` for the whole file.
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
