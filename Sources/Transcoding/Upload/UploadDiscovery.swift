internal import Foundation
internal import MediaModel
internal import Packaging
internal import Storage
internal import SystemPackage

/// The uploads among paths that the user named: files, and the files of folders.
struct UploadDiscovery {
    struct Found: Hashable {
        /// The path as it is opened and shown.
        let path: FilePath
        /// The size, in bytes.
        let size: Int
    }

    private(set) var uploads: [Found] = []
    private(set) var skipped: [(path: FilePath, reason: String)] = []
    /// Inputs that cannot be read, and may be or contain uploads.
    private(set) var unreadable: [UploadError] = []

    private let output: FilePath

    /// Finds the uploads among paths.
    ///
    /// Files of packages are no uploads, nor files in an output folder that is below a folder of uploads. If the output folder
    /// itself is named, packages are made beside its uploads.
    init(_ paths: [FilePath], output: FilePath) {
        self.output = Self.resolved(output)
        for path in paths { add(path) }
        // The same file named twice is one upload.
        var seen: Set<FilePath> = []
        uploads = uploads.filter { seen.insert($0.path).inserted }
    }

    private mutating func add(_ path: FilePath) {
        guard Self.isFolder(path) else {
            // A file that was named is an upload, which may fail.
            uploads.append(Found(path: path, size: Self.size(path)))
            return
        }
        do {
            let listing = try FolderWalk(path).listing()
            let packages = Self.packages(listing.files)
            skipped += packages.sorted { $0.string < $1.string }
                .map { (path.pushing($0), "a package") }
            let isInOutput = Self.resolved(path).starts(with: output)
            for file in listing.files where !Self.isBelow(packages, file) {
                let path = path.pushing(file)
                if isInOutput || !Self.resolved(path).starts(with: output) { consider(path) }
            }
            for entry in listing.skipped { skip(entry, path.pushing(entry.path)) }
        } catch {
            fail(
                path, "cannot be read (\(error.reason))", advice: "check its permissions",
                cause: error)
        }
    }

    /// Records an entry that is no file; entries that may be uploads are reported as failures.
    private mutating func skip(_ entry: SkippedEntry, _ path: FilePath) {
        let reason = String(describing: entry.reason)
        switch entry.reason {
        case .unreadable: fail(path, reason, advice: "check its permissions")
        case .tooDeep: fail(path, reason, advice: "name the folder itself as an input")
        case .nameNotUTF8 where FolderFile.isMedia(path):
            fail(path, reason, advice: "rename it")
        default: skipped.append((path, reason))
        }
    }

    private mutating func fail(
        _ path: FilePath, _ message: String, advice: String, cause: (any Error)? = nil
    ) {
        unreadable.append(
            UploadError(.unreadable, path.string, message, advice: advice, cause: cause))
    }

    private mutating func consider(_ path: FilePath) {
        if let reason = FolderFile.reasonToSkip(path) {
            skipped.append((path, reason))
        } else {
            uploads.append(Found(path: path, size: Self.size(path)))
        }
    }

    /// Returns the folders of finished packages, relative to the root of the walk.
    private static func packages(_ files: [FilePath]) -> Set<FilePath> {
        func folders(with name: String) -> Set<FilePath> {
            Set(
                files.filter { $0.lastComponent?.string == name }.map { $0.removingLastComponent() }
            ).subtracting([""])
        }
        return folders(with: Manifest.fileName).intersection(
            folders(with: Manifest.multivariantName))
    }

    private static func isBelow(_ folders: Set<FilePath>, _ file: FilePath) -> Bool {
        var folder = file
        while folder.removeLastComponent() {
            if folders.contains(folder) { return true }
        }
        return false
    }

    private static func resolved(_ path: FilePath) -> FilePath {
        FilePath(
            URL(fileURLWithPath: path.string).resolvingSymlinksInPath().standardizedFileURL.path)
    }

    /// Returns whether a path is that of a folder, or of a link to one: the user has named it.
    private static func isFolder(_ path: FilePath) -> Bool {
        [path, path.appending(".")].contains { (try? FileStatus(of: $0))?.kind == .folder }
    }

    private static func size(_ path: FilePath) -> Int {
        (try? FileStatus(of: path)).map { Int($0.size) } ?? 0
    }
}
