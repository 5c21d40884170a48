internal import Foundation
internal import MediaModel
internal import Packaging
internal import Storage
internal import SystemPackage

/// The uploads among paths that the user named: files, and the files of folders.
struct UploadDiscovery {
    struct Found: Hashable {
        /// The location as it is opened and shown.
        let location: Location
        /// The size, in bytes.
        let size: Int
    }

    private(set) var uploads: [Found] = []
    private(set) var skipped: [(location: Location, reason: String)] = []
    /// Inputs that cannot be read, and may be or contain uploads.
    private(set) var unreadable: [UploadError] = []

    private let output: Location
    private let storage: StorageRegistry

    /// Finds the uploads among locations.
    ///
    /// Files of packages are no uploads, nor files in an output folder that is below a folder of uploads. If the output folder
    /// itself is named, packages are made beside its uploads.
    init(_ inputs: [Location], output: Location, in storage: StorageRegistry = .local) {
        self.output = output.path.map { Location(Self.resolved($0)) } ?? output
        self.storage = storage
        for input in inputs {
            if let path = input.path { add(path) } else { add(input) }
        }
        // The same file named twice is one upload.
        var seen: Set<Location> = []
        uploads = uploads.filter { seen.insert($0.location).inserted }
    }

    // MARK: URLs

    private mutating func add(_ input: Location) {
        do {
            guard var listing = try storage.objects(below: input) else {
                uploads.append(Found(location: input, size: 0))
                return
            }
            var entries: [ObjectListing.Entry] = []
            while let entry = try listing.next() { entries.append(entry) }
            if listing.unnamedCount > 0 {
                fail(
                    input, "\(listing.unnamedCount) of its keys have control characters",
                    advice: "rename these objects")
            }
            let packages = Self.packages(entries.map(\.location), below: listing.prefix)
            skipped += packages.sorted { $0.text < $1.text }.map { ($0, "a package") }
            let isInOutput = listing.prefix.isBelow(output)
            for entry in entries where !entry.location.isHidden(below: listing.prefix) {
                let location = entry.location
                guard !packages.contains(where: location.isBelow),
                    isInOutput || !location.isBelow(output)
                else { continue }
                consider(location, size: Int(entry.size))
            }
        } catch {
            fail(input, "cannot be listed (\(error.reason))", advice: error.advice, cause: error)
        }
    }

    /// Returns the prefixes of finished packages.
    private static func packages(_ objects: [Location], below prefix: Location) -> [Location] {
        func folders(with name: String) -> Set<Location> {
            Set(objects.filter { $0.fileName == name }.compactMap { $0.sibling("") })
                .subtracting([prefix])
        }
        return Array(
            folders(with: Manifest.fileName).intersection(
                folders(with: Manifest.multivariantName)))
    }

    // MARK: Paths

    private mutating func add(_ path: FilePath) {
        guard Self.isFolder(path) else {
            // A file that was named is an upload, which may fail.
            uploads.append(Found(location: Location(path), size: Self.size(path)))
            return
        }
        do {
            let listing = try FolderWalk(path).listing()
            let packages = Self.packages(listing.files)
            skipped += packages.sorted { $0.string < $1.string }
                .map { (Location(path.pushing($0)), "a package") }
            let isInOutput = isInOutput(path)
            for file in listing.files where !Self.isBelow(packages, file) {
                let path = path.pushing(file)
                if isInOutput || !self.isInOutput(path) {
                    consider(Location(path), size: Self.size(path))
                }
            }
            for entry in listing.skipped { skip(entry, path.pushing(entry.path)) }
        } catch {
            fail(
                Location(path), "cannot be read (\(error.reason))",
                advice: "check its permissions", cause: error)
        }
    }

    private func isInOutput(_ path: FilePath) -> Bool {
        output.path.map(Self.resolved(path).starts) ?? false
    }

    /// Records an entry that is no file; entries that may be uploads are reported as failures.
    private mutating func skip(_ entry: SkippedEntry, _ path: FilePath) {
        let (reason, location) = (String(describing: entry.reason), Location(path))
        switch entry.reason {
        case .unreadable: fail(location, reason, advice: "check its permissions")
        case .tooDeep: fail(location, reason, advice: "name the folder itself as an input")
        case .nameNotUTF8 where FolderFile.isMedia(location):
            fail(location, reason, advice: "rename it")
        default: skipped.append((location, reason))
        }
    }

    private mutating func fail(
        _ location: Location, _ message: String, advice: String, cause: (any Error)? = nil
    ) {
        unreadable.append(
            UploadError(
                .unreadable, location.description, message, advice: advice, cause: cause))
    }

    private mutating func consider(_ location: Location, size: Int) {
        if let reason = FolderFile.reasonToSkip(location, in: storage) {
            skipped.append((location, reason))
        } else {
            uploads.append(Found(location: location, size: size))
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
