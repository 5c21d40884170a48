internal import MediaModel
internal import MediaSandbox
internal import Storage
package import SystemPackage

/// Files in a folder of uploads, which the user did not name one by one.
package enum FolderFile {
    /// The extensions of media; other files are media by their first bytes only.
    private static let mediaExtensions: Set<String> = [
        "mp4", "m4v", "mov", "qt", "3gp", "3g2", "mkv", "webm", "avi", "wmv", "asf", "flv", "f4v",
        "ts",
        "mts", "m2ts", "mpg", "mpeg", "m2v", "vob", "ogv", "ogg", "mxf", "dv", "gif", "mp3", "m4a",
        "aac",
        "wav", "flac", "aiff", "aif", "caf", "opus", "oga", "wma", "amr", "ac3", "jpg", "jpeg",
        "png",
        "heic", "heif", "webp", "avif", "bmp", "tif", "tiff",
    ]

    /// The extensions of captions.
    private static let sidecarExtensions: Set<String> = ["srt", "vtt"]

    /// Returns the reason why a file is no upload; `nil` if it is one.
    package static func reasonToSkip(_ path: FilePath) -> String? {
        if sidecarExtensions.contains(suffix(path)) { return "captions, which belong to a video" }
        return isMedia(path) || hasMediaSignature(path)
            ? nil : "neither extension nor content is media"
    }

    static func isMedia(_ path: FilePath) -> Bool { mediaExtensions.contains(suffix(path)) }

    private static func suffix(_ path: FilePath) -> String {
        path.extension?.lowercased() ?? ""
    }

    private static func hasMediaSignature(_ path: FilePath) -> Bool {
        guard let upload = try? Upload(path, in: StorageRegistry.uploadSource(of: path)),
            let head = try? upload.head(MediaSignature.length)
        else {
            return false
        }
        return switch MediaSignature(head) {
        case .video, .stillImage: true
        case .playlist, .text, .unknown: false
        }
    }
}
