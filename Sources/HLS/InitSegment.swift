/// What a player reads before any segment of fragmented MP4: `EXT-X-MAP` (RFC 8216, 4.3.2.5).
public struct InitSegment: Hashable, Sendable {
    /// Relative to the playlist.
    public var uri: String
    /// Its bytes within the file at `uri`; `nil`: the whole file.
    public var byteRange: Range<Int>?

    public init(uri: String, byteRange: Range<Int>? = nil) {
        self.uri = uri
        self.byteRange = byteRange
    }
}
