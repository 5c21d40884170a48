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
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard attributes?[.type] as? FileAttributeType == .typeDirectory else {
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
            for entry in listing.skipped {
                skipped.append(("\(root)/\(entry.path)", String(describing: entry.reason)))
            }
        } catch {
            skipped.append((path, "cannot be read: \(error)"))
        }
    }

    private mutating func consider(_ path: String) {
        let suffix = PathText.pathExtension(path).lowercased()
        if Self.sidecarExtensions.contains(suffix) {
            skipped.append((path, "captions, which belong to a video"))
        } else if Self.mediaExtensions.contains(suffix) || Self.looksLikeMedia(path) {
            uploads.append(Found(path: path, size: Self.size(path)))
        } else {
            skipped.append((path, "neither its extension nor its first bytes say media"))
        }
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
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.size] as? Int ?? 0
    }
}
