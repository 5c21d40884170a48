internal import Foundation
internal import Storage

/// Finds the uploads among what the user named: files as they are, folders walked.
struct Discovery {
    struct Found: Hashable {
        /// As it is opened and shown.
        let path: String
        let size: Int
    }

    private(set) var uploads: [Found] = []
    private(set) var skipped: [(path: String, reason: String)] = []
    /// What is an upload by its name, or may hold some, and cannot be got at.
    private(set) var unreadable: [UploadError] = []

    private let output: String

    /// Extensions of media; what has another one must look like media from its first bytes.
    private static let mediaExtensions: Set<String> = [
        "mp4", "m4v", "mov", "qt", "3gp", "3g2", "mkv", "webm", "avi", "wmv", "asf", "flv", "f4v",
        "ts",
        "mts", "m2ts", "mpg", "mpeg", "m2v", "vob", "ogv", "ogg", "mxf", "dv", "gif", "mp3", "m4a",
        "aac",
        "wav", "flac", "aiff", "aif", "caf", "opus", "oga", "wma", "amr", "ac3", "jpg", "jpeg",
        "png",
        "heic", "heif", "webp", "avif", "bmp", "tif", "tiff",
    ]

    /// Files that go with a video of the same name.
    private static let sidecarExtensions: Set<String> = ["srt", "vtt"]

    /// Finds the uploads among paths.
    ///
    /// What lies in a package is none, nor what lies in the output folder where that is a part of a folder of uploads.
    /// Of uploads in the output folder itself, packages are made beside them.
    init(_ paths: [String], output: String) {
        self.output = Self.resolved(output) + "/"
        for path in paths { add(path) }
        // The same file named twice is one upload.
        var seen: Set<String> = []
        uploads = uploads.filter { seen.insert($0.path).inserted }
    }

    private mutating func add(_ path: String) {
        guard (try? FileStatus(of: path))?.kind == .folder else {
            // Whatever was named itself is an upload and may fail.
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
            fail(path, "cannot be read (\(error))", advice: "check its permissions")
        }
    }

    /// Passing over uploads in silence would lose them.
    private mutating func skip(_ entry: SkippedEntry, _ path: String) {
        let reason = String(describing: entry.reason)
        switch entry.reason {
        case .unreadable: fail(path, reason, advice: "check its permissions")
        case .tooDeep: fail(path, reason, advice: "name it on the command line")
        case .nameNotUTF8 where Self.isMedia(path):
            fail(path, reason, advice: "rename it")
        default: skipped.append((path, reason))
        }
    }

    private mutating func fail(_ path: String, _ reason: String, advice: String) {
        unreadable.append(UploadError(.unreadable, path, reason, advice: advice))
    }

    private mutating func consider(_ path: String) {
        if Self.sidecarExtensions.contains(Self.suffix(path)) {
            skipped.append((path, "captions, which belong to a video"))
        } else if Self.isMedia(path) || Self.looksLikeMedia(path) {
            uploads.append(Found(path: path, size: Self.size(path)))
        } else {
            skipped.append((path, "neither its extension nor its first bytes say media"))
        }
    }

    private static func isMedia(_ path: String) -> Bool { mediaExtensions.contains(suffix(path)) }

    private static func suffix(_ path: String) -> String {
        PathText.pathExtension(path).lowercased()
    }

    /// Folders that hold a finished package, below the root of the walk.
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

    private static func looksLikeMedia(_ path: String) -> Bool {
        guard let upload = try? Upload(path), let head = try? upload.head(MediaSignature.length)
        else {
            return false
        }
        return switch MediaSignature(head) {
        case .video, .stillImage: true
        case .playlist, .text, .unknown: false
        }
    }

    private static func size(_ path: String) -> Int {
        (try? FileStatus(of: path)).map { Int($0.size) } ?? 0
    }
}
