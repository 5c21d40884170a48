internal import S3
internal import SystemPackage

extension ObjectHeaders {
    /// Creates the headers of a file of a package (docs/serving.md, Headers).
    ///
    /// Playlists expire, although a published package never changes: its name may be removed, and another package may get it.
    init(package path: FilePath) {
        let forever = "public, max-age=31536000, immutable"
        let isAudio = path.names.first?.string == "audio"
        let type: String
        var cache = forever
        switch path.lastComponent?.suffix {
        case "m3u8":
            (type, cache) = ("application/vnd.apple.mpegurl", Self.expiring)
        case "mpd": (type, cache) = ("application/dash+xml", Self.expiring)
        case "json": (type, cache) = ("application/json", "no-cache")
        case "m4s", "mp4": type = isAudio ? "audio/mp4" : "video/mp4"
        case "ts": type = "video/mp2t"
        case "vtt": type = "text/vtt; charset=utf-8"
        case "jpg": type = "image/jpeg"
        case "txt": type = "text/plain; charset=utf-8"
        default: type = "application/octet-stream"
        }
        // The only media file at the top is the one that users download.
        let isDownload = path.names.count == 1 && path.lastComponent?.suffix == "mp4"
        self.init(
            contentType: type, cacheControl: cache,
            contentDisposition: isDownload ? "attachment" : nil)
    }

    private static let expiring = "public, max-age=60, stale-while-revalidate=600"

    /// The headers of files that this program reads only.
    static let unpublished = ObjectHeaders(
        contentType: "application/json", cacheControl: "no-store")
}
