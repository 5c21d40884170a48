import HLS
import MediaModel

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
