/// The init segment of fragmented MP4 segments: `EXT-X-MAP` (RFC 8216, 4.3.2.5).
public struct InitSegment: Hashable, Sendable {
    /// The URI relative to the playlist.
    public var uri: String
    /// The range of bytes in the file at `uri`; `nil` for the whole file.
    public var byteRange: Range<Int>?

    public init(uri: String, byteRange: Range<Int>? = nil) {
        self.uri = uri
        self.byteRange = byteRange
    }
}
