internal import MediaModel
internal import MediaSandbox
package import Storage
internal import SystemPackage

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
    package static func reasonToSkip(
        _ location: Location, in storage: StorageRegistry = .local
    ) -> String? {
        do throws(UploadError) {
            return try reason(toSkip: location, in: storage)
        } catch {
            return notMedia
        }
    }

    /// Returns the reason why a file is no upload; `nil` if it is one.
    ///
    /// - Throws: `UploadError` if it cannot be read.
    static func reason(
        toSkip location: Location, in storage: StorageRegistry
    ) throws(UploadError) -> String? {
        if sidecarExtensions.contains(suffix(location)) {
            return "captions, which belong to a video"
        }
        if isMedia(location) { return nil }
        return try hasMediaSignature(location, in: storage) ? nil : notMedia
    }

    private static let notMedia = "neither extension nor content is media"

    static func isMedia(_ location: Location) -> Bool {
        mediaExtensions.contains(suffix(location))
    }

    private static func suffix(_ location: Location) -> String {
        FilePath.Component(checking: location.fileName)?.suffix?.lowercased() ?? ""
    }

    private static func hasMediaSignature(
        _ location: Location, in storage: StorageRegistry
    ) throws(UploadError) -> Bool {
        let upload = try Upload(location, in: storage)
        guard let head = try? upload.head(MediaSignature.length) else { return false }
        return switch MediaSignature(head) {
        case .video, .stillImage: true
        case .playlist, .text, .unknown: false
        }
    }
}
