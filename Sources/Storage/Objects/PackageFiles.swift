internal import Crypto
internal import Foundation
internal import MediaUnits
internal import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The files of a package that is built: media, which is written at once, and texts, which the commit writes.
struct PackageFiles: Codable, Sendable {
    struct Entry: Codable, Hashable, Sendable {
        /// The path in the package.
        let path: String
        /// The size, in bytes.
        let size: Int64
        /// The ETag of an object that is written already; `nil` if it is not known.
        var etag: String?
    }

    /// The record of a package, whose digest is the package's identity.
    static let manifest = "manifest.json"
    /// The extensions of texts that name other files of a package.
    private static let textExtensions: Set = ["m3u8", "mpd", "json"]
    private static let currentSchema = 1

    private(set) var schema = PackageFiles.currentSchema
    let identity: String
    let media: [Entry]
    let texts: [Entry]

    /// Lists the files of a folder, and those that are placed already.
    ///
    /// - Throws: `ENOENT` without a manifest; `.notRegular` for links and all else that a package has not.
    init(in folder: FilePath, placed: [PlacedFile] = []) throws(StorageError) {
        let listing = try FolderWalk(folder).listing()
        if let other = listing.skipped.first {
            throw StorageError(
                "stage package", folder.appending(other.path.components), EINVAL,
                kind: .notRegular)
        }
        var media = placed.map { Entry(path: $0.path, size: $0.size, etag: $0.etag) }
        var texts: [Entry] = []
        for path in listing.files {
            let size = try FileStatus(of: folder.appending(path.components)).size
            let file = Entry(path: path.string, size: size)
            if Self.isText(path) { texts.append(file) } else { media.append(file) }
        }
        identity = Self.identity(try RegularFile(folder.appending(Self.manifest)).bytes())
        (self.media, self.texts) = (media, texts)
    }

    /// Decodes a list; `nil` for any other text.
    init?(_ bytes: [UInt8]) {
        guard let list = try? JSONDecoder().decode(PackageFiles.self, from: Data(bytes)),
            list.schema == Self.currentSchema
        else { return nil }
        self = list
    }

    func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(self))
    }

    /// The identity of a package with a manifest.
    static func identity(_ manifest: [UInt8]) -> String {
        SHA256.hash(data: manifest).hexadecimal
    }

    static func isText(_ path: FilePath) -> Bool {
        textExtensions.contains(path.lastComponent?.suffix ?? "")
    }

    /// The folders of packages (docs/serving.md).
    private static let folders: Set = ["video", "audio", "captions", "thumbnails"]

    /// Whether a package of this program may have a file at a path.
    static func mayHave(_ path: String) -> Bool {
        let names = FilePath(path).names
        guard names.count == 1, let file = names.first else {
            return names.first.map { folders.contains($0.string) } ?? false
        }
        return file.suffix == "mp4" || textExtensions.contains(file.suffix ?? "")
    }

    /// The texts in the order of the commit: media playlists and lists, playlists at the top, which refer to them, the manifest.
    var commitOrder: (lower: [Entry], top: [Entry], manifest: Entry) {
        let isTop = { (file: Entry) in
            !file.path.contains("/") && !file.path.hasSuffix(".json")
        }
        let others = texts.filter { $0.path != Self.manifest }
        return (
            others.filter { !isTop($0) }, others.filter(isTop),
            texts.first { $0.path == Self.manifest } ?? Entry(path: Self.manifest, size: 0)
        )
    }
}
