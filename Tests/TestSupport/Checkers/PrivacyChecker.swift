import Foundation

/// Checks that nothing private is published: no path, no host name, no tag of the upload.
public enum PrivacyChecker {
    /// Parts of the names of tags with the position, device or author of an upload.
    private static let privateTags = [
        "location", "gps", "make", "model", "software", "artist", "author", "copyright", "comment",
        "title", "description", "album", "com.apple", "com.android", "firmware", "creation_time",
    ]
    /// The minimum length of a string; shorter ones occur in compressed data by chance.
    private static let shortest = 6

    /// Returns the files with private values; `paths` are the folders that the run was given.
    public static func problems(
        in package: PublishedPackage,
        made upload: TestUpload,
        _ info: FFprobe.Info,
        paths: [String]
    ) async throws -> [String] {
        let tags = ([info.format.tags] + info.streams.map(\.tags)).compactMap(\.self).joined()
        let values = tags.filter { tag in
            privateTags.contains { tag.key.lowercased().contains($0) }
        }.map(\.value)
        let words = (values + paths + [ProcessInfo.processInfo.hostName])
            .flatMap { $0.split(whereSeparator: \.isNewline).map(String.init) }
            .filter { $0.utf8.count >= shortest && !upload.name.contains($0) && $0 != "localhost" }
        guard !words.isEmpty else { return [] }
        let patterns = Set(words).flatMap { ["-e", $0] }
        let search = try await Command(
            "env",
            ["LC_ALL=C", "grep", "-r", "-l", "-a", "-F"] + patterns + ["--", package.folder.path]
        ).run()
        return search.lines.map { "\($0) contains one of \(words)" }
    }
}
