/// A segment as its media playlist lists it.
struct ListedSegment {
    /// The number of the URI's line.
    let line: Int
    let uri: String
    /// `EXTINF`, in seconds; `nil` if the tag is missing or invalid.
    let duration: Double?
    let byteRange: Range<Int64>?
    let initSegment: ListedInitSegment?
    /// Whether `EXT-X-DISCONTINUITY` precedes it.
    let isDiscontinuous: Bool
    /// Whether it is encrypted as a whole.
    let isEncrypted: Bool
    /// Whether `EXT-X-GAP` says that it does not exist (RFC 8216bis).
    let isGap: Bool
}

/// An init segment as a media playlist lists it (RFC 8216, 4.3.2.5).
struct ListedInitSegment: Hashable {
    /// The number of the tag's line.
    let line: Int
    let uri: String
    let byteRange: Range<Int64>?

    /// A tag that is repeated, for example after each discontinuity, has the same init segment.
    static func == (one: Self, other: Self) -> Bool {
        one.uri == other.uri && one.byteRange == other.byteRange
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(uri)
        hasher.combine(byteRange)
    }
}
