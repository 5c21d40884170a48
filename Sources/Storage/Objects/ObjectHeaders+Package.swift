internal import S3
internal import SystemPackage

extension ObjectHeaders {
    /// Creates the headers of a file of a package (docs/serving.md, Headers).
    ///
    /// Playlists expire, although a published package never changes: its name may be removed, and another package may get it.
    init(package path: FilePath) {
        let cache =
            switch path.lastComponent?.suffix {
            case "m3u8", "mpd": "public, max-age=60, stale-while-revalidate=600"
            case "json": "no-cache"
            default: "public, max-age=31536000, immutable"
            }
        // The only media file at the top is the one that users download.
        let isDownload = path.names.count == 1 && path.lastComponent?.suffix == "mp4"
        self.init(
            contentType: Self.contentType(of: path), cacheControl: cache,
            contentDisposition: isDownload ? "attachment" : nil)
    }

    /// Returns the media type of a file, by its extension and, for media, by its folder.
    static func contentType(of path: FilePath) -> String {
        switch path.lastComponent?.suffix {
        case "m3u8": "application/vnd.apple.mpegurl"
        case "mpd": "application/dash+xml"
        case "json": "application/json"
        case "m4s", "mp4": path.names.first?.string == "audio" ? "audio/mp4" : "video/mp4"
        case "ts": "video/mp2t"
        case "vtt": "text/vtt; charset=utf-8"
        case "jpg": "image/jpeg"
        case "txt": "text/plain; charset=utf-8"
        default: "application/octet-stream"
        }
    }

    /// The headers of files that this program reads only.
    static let unpublished = ObjectHeaders(
        contentType: "application/json", cacheControl: "no-store")
}
