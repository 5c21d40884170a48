import HLS
import MediaModel

/// A package that was read: its playlists, and the media in its files.
struct PackageContents {
    /// The sizes of files in bytes, by path relative to the package.
    var files: [String: Int]
    var multivariant: MultivariantPlaylist
    /// The media playlists of variants, audio renditions and I-frames, by path.
    var playlists: [String: MediaPlaylist]
    /// The measured tracks by the path of the playlist, without those of I-frames.
    var tracks: [String: MeasuredTrack]

    /// Returns the path of a URI in a playlist.
    static func path(_ uri: String, from playlist: String) -> String {
        guard let slash = playlist.lastIndex(of: "/") else { return uri }
        return playlist[...slash] + uri
    }
}
