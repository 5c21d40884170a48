import Foundation
import Storage
import SystemPackage

/// The first playlist of a package, by the location that a user named.
struct PackageOpening {
    let files: PackageFiles
    let playlist: PackageFile

    /// The names of the first playlist in a folder, in the order in which they are looked for.
    private static let names = ["master.m3u8", "index.m3u8"]

    /// - Returns: `nil` if a folder has no playlist with a known name, nor a single one.
    /// - Throws: If the store of a URL fails.
    init?(of package: Location, access: PackageAccess) throws(StorageError) {
        switch package.kind {
        case .file(let path): self.init(path, access)
        case .object:
            try self.init(package, isPlaylist: package.fileName.hasSuffix(".m3u8"), access)
        case .web(let url): try self.init(url, access)
        }
    }

    /// Returns why a location has no first playlist.
    static func problem(of package: Location) -> String {
        guard !package.description.hasSuffix(".m3u8") else { return "the playlist does not exist" }
        if let path = package.path, !FileManager.default.fileExists(atPath: path.string) {
            return "it does not exist"
        }
        return "it has no master.m3u8 or index.m3u8; name a package, or its playlist"
    }

    private init?(_ path: FilePath, _ access: PackageAccess) {
        let url = URL(filePath: path.string).resolvingSymlinksInPath()
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: url.path) else {
            return nil
        }
        let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
        let folder = isFolder ? path : FilePath(url.deletingLastPathComponent().path)
        files = PackageFiles(root: Location(folder), access: access)
        let name = isFolder ? Self.playlist(in: path) : url.lastPathComponent
        guard let name, let file = files.file(named: name) else { return nil }
        playlist = file
    }

    private static func playlist(in folder: FilePath) -> String? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []
        let playlists = names.filter { $0.hasSuffix(".m3u8") }
        return Self.names.first(where: playlists.contains)
            ?? (playlists.count == 1 ? playlists.first : nil)
    }

    private init?(
        _ package: Location, isPlaylist: Bool, _ access: PackageAccess
    ) throws(StorageError) {
        let root = isPlaylist ? package.sibling("") : package
        guard let root else { return nil }
        files = PackageFiles(root: root, access: access)
        for name in isPlaylist ? [package.fileName] : Self.names {
            guard let file = files.file(named: name), try Self.exists(file, files) else {
                continue
            }
            playlist = file
            return
        }
        return nil
    }

    private init?(_ url: WebLocation, _ access: PackageAccess) throws(StorageError) {
        let texts =
            url.description.hasSuffix("/")
            ? Self.names.map { url.description + $0 + url.query } : [url.text]
        for text in texts {
            let location = Location(.web(try WebLocation(text)))
            let file = PackageFile(
                name: location.fileName, location: location, query: url.query, allowsPrivate: true)
            let first = PackageFiles(root: location, origins: [url.origin], access: access)
            // Redirects of the first playlist move the package.
            guard let found = try Self.opened(file, first)?.file,
                case .web(let target) = found.location.kind
            else { continue }
            files = PackageFiles(
                root: found.location, origins: [url.origin, target.origin], access: access)
            playlist = PackageFile(
                name: found.location.fileName, location: found.location, query: target.query,
                allowsPrivate: found.allowsPrivate)
            return
        }
        return nil
    }

    private static func exists(
        _ file: PackageFile, _ files: PackageFiles
    ) throws(StorageError) -> Bool {
        try opened(file, files) != nil
    }

    private static func opened(
        _ file: PackageFile, _ files: PackageFiles
    ) throws(StorageError) -> OpenedFile? {
        do {
            return try files.open(file)
        } catch {
            guard error.isNotFound else { throw error }
            return nil
        }
    }
}
