import HLS
import MediaUnits

/// A package as its bytes are: what its playlists say, and what its files hold.
struct PackageContents {
    /// Bytes, by the path below the package.
    var files: [String: Int]
    var multivariant: MultivariantPlaylist
    /// By path, those of variants, sounds and I-frames.
    var playlists: [String: MediaPlaylist]
    /// By the path of the playlist; not of I-frames.
    var tracks: [String: MeasuredTrack]

    /// The path of what a playlist names.
    static func path(_ uri: String, from playlist: String) -> String {
        guard let slash = playlist.lastIndex(of: "/") else { return uri }
        return playlist[...slash] + uri
    }
}

/// The segments of one media playlist, as demuxed.
struct MeasuredTrack {
    var segments: [MeasuredSegment]
    /// RFC 6381, from the parameter sets; `nil` for sound, and codecs that are not read so.
    var codec: String?
    /// Coded pixels; `nil` for sound.
    var size: Resolution?
}

struct MeasuredSegment {
    /// As a player fetches it.
    var bytes: Int
    /// Of the pictures in it alone.
    var pictureBytes: Int
    /// Seconds at which its first sample is shown and its last one ends.
    var start: Rational
    var end: Rational
    /// Seconds of a sample: as near as its ends can be known.
    var tick: Rational
    /// Seconds at which its keyframes are shown; of sound, none.
    var keyframes: [Rational]
    var startsWithKeyframe: Bool
}
