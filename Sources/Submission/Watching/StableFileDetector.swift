internal import Storage
internal import SystemPackage

/// Detects files that are complete, from snapshots of a directory; it performs no file operations.
///
/// A file is stable when it has not changed for a time and no process has it open for writing. Temporary names of uploading
/// programs (`.part`, `.crdownload`, a leading dot) are ignored.
struct StableFileDetector {
    /// A file in a snapshot.
    struct File: Hashable, Sendable {
        let path: FilePath
        let size: Int
        /// Nanoseconds since 1970.
        let modified: Int64
        /// Whether a process has the file open for writing; `nil` if the system does not provide that.
        let isOpenForWriting: Bool?
    }

    /// The time for which a file must not change, in seconds.
    let settleTime: Double
    private var known: [FilePath: (file: File, since: Double)] = [:]
    private var reported: [FilePath: File] = [:]

    init(settleTime: Double) { self.settleTime = settleTime }

    /// Records a snapshot.
    ///
    /// - Parameters:
    ///   - files: All regular files of the directory.
    ///   - now: The time of a monotonic clock, in seconds.
    /// - Returns: The files that have become stable, each once unless it changes.
    mutating func observe(_ files: [File], now: Double) -> [File] {
        var stable: [File] = []
        var present: [FilePath: (file: File, since: Double)] = [:]
        for file in files where !Self.isTemporary(file.path) {
            let before = known[file.path]
            let isUnchanged =
                before.map { $0.file.size == file.size && $0.file.modified == file.modified }
                ?? false
            let since = isUnchanged ? before?.since ?? now : now
            present[file.path] = (file, since)
            guard file.isOpenForWriting != true, now - since >= settleTime else { continue }
            let last = reported[file.path]
            guard last?.size != file.size || last?.modified != file.modified else { continue }
            reported[file.path] = file
            stable.append(file)
        }
        known = present
        reported = reported.filter { present[$0.key] != nil }
        return stable.sorted { $0.path.string < $1.path.string }
    }

    /// Reports a file again that could not be submitted.
    mutating func reportAgain(_ file: File) { reported[file.path] = nil }

    /// The suffixes of temporary files of browsers, rsync, scp clients, FTP servers and cloud tools.
    private static let temporarySuffixes = [
        ".part", ".partial", ".crdownload", ".download", ".tmp", ".temp", ".filepart", ".upload",
        ".uploading", ".!ut", ".aria2", "~",
    ]

    static func isTemporary(_ path: FilePath) -> Bool {
        path.names.contains(where: \.isHidden) || isTemporary(path.string)
    }

    /// Returns whether a name ends as those of temporary files do.
    static func isTemporary(_ name: String) -> Bool {
        temporarySuffixes.contains { name.lowercased().hasSuffix($0) }
    }
}
