internal import Foundation
internal import MediaModel
internal import Packaging
internal import Storage

/// The uploads among paths that the user named: files, and the files of folders.
struct UploadDiscovery {
    struct Found: Hashable {
        /// The path as it is opened and shown.
        let path: String
        /// In bytes.
        let size: Int
    }

    private(set) var uploads: [Found] = []
    private(set) var skipped: [(path: String, reason: String)] = []
    /// Inputs that cannot be read, and may be or contain uploads.
    private(set) var unreadable: [UploadError] = []

    private let output: String

    /// Finds the uploads among paths.
    ///
    /// Files of packages are no uploads, nor files in an output folder that is below a folder of uploads. If the output folder
    /// itself is named, packages are made beside its uploads.
    init(_ paths: [String], output: String) {
        self.output = Self.resolved(output) + "/"
        for path in paths { add(path) }
        // The same file named twice is one upload.
        var seen: Set<String> = []
        uploads = uploads.filter { seen.insert($0.path).inserted }
    }

    private mutating func add(_ path: String) {
        guard (try? FileStatus(of: path))?.kind == .folder else {
            // A file that was named is an upload, which may fail.
            uploads.append(Found(path: path, size: Self.size(path)))
            return
        }
        do {
            let listing = try FolderWalk(path).listing()
            let root = path.hasSuffix("/") ? String(path.dropLast()) : path
            let packages = Self.packages(listing.files)
            skipped += packages.sorted().map { ("\(root)/\($0)", "a package") }
            let isInOutput = (Self.resolved(path) + "/").hasPrefix(output)
            for file in listing.files where !Self.isBelow(packages, file) {
                let path = "\(root)/\(file)"
                if isInOutput || !Self.resolved(path).hasPrefix(output) { consider(path) }
            }
            for entry in listing.skipped { skip(entry, "\(root)/\(entry.path)") }
        } catch {
            fail(
                path, "cannot be read (\(error))", advice: "check its permissions", cause: error)
        }
    }

    /// Records an entry that is no file; entries that may be uploads are reported as failures.
    private mutating func skip(_ entry: SkippedEntry, _ path: String) {
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
        _ path: String, _ message: String, advice: String, cause: (any Error)? = nil
    ) {
        unreadable.append(UploadError(.unreadable, path, message, advice: advice, cause: cause))
    }

    private mutating func consider(_ path: String) {
        if let reason = FolderFile.reasonToSkip(path) {
            skipped.append((path, reason))
        } else {
            uploads.append(Found(path: path, size: Self.size(path)))
        }
    }

    /// Returns the folders of finished packages, relative to the root of the walk.
    private static func packages(_ files: [String]) -> Set<String> {
        func folders(with name: String) -> Set<String> {
            Set(
                files.filter { $0.hasSuffix("/\(name)") }.map {
                    String($0.dropLast(name.count + 1))
                })
        }
        return folders(with: Manifest.fileName).intersection(folders(with: Manifest.masterName))
    }

    private static func isBelow(_ folders: Set<String>, _ file: String) -> Bool {
        var folder = PathText.parent(file)
        while !folder.isEmpty {
            if folders.contains(folder) { return true }
            folder = PathText.parent(folder)
        }
        return false
    }

    private static func resolved(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }

    private static func size(_ path: String) -> Int {
        (try? FileStatus(of: path)).map { Int($0.size) } ?? 0
    }
}
