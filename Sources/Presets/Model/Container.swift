/// The kind of files that are published.
public enum Container: String, CaseIterable, Codable, Sendable {
    /// An HLS package of fragmented MP4 segments (RFC 8216, 3.3).
    case fmp4
    /// An HLS package of MPEG-TS segments (RFC 8216, 3.2), for players without fragmented MP4.
    case ts
    /// One MP4 file of one rung, with the index at its start.
    case mp4
}
