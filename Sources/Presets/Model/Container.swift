/// The form of what is published.
public enum Container: String, CaseIterable, Codable, Sendable {
    /// An HLS package of fragmented MP4 segments with its playlists.
    case fmp4
    /// An HLS package of MPEG-TS segments, for players that know nothing newer.
    case ts
    /// One MP4 file of one rung, its index first.
    case mp4
}
