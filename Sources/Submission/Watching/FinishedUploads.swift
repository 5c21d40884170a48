internal import Storage

/// Tells which files of a folder are whole: pure, fed with what the folder looks like.
///
/// A file is whole when it has stayed the same for a while and nobody has it open for writing. What uploaders name while they
/// write (`.part`, `.crdownload`, a leading dot) never is.
struct FinishedUploads {
    /// A file as it is found.
    struct Entry: Hashable, Sendable {
        let path: String
        let size: Int
        /// Nanoseconds since 1970.
        let modified: Int64
        /// Told by the system; `nil` where it does not tell.
        let isBeingWritten: Bool?
    }

    /// Seconds that a file must stay the same.
    let settleTime: Double
    private var seen: [String: (entry: Entry, since: Double)] = [:]
    private var taken: [String: Entry] = [:]

    init(settleTime: Double) { self.settleTime = settleTime }

    /// Takes a look at everything that is there.
    ///
    /// - Parameters:
    ///   - entries: Every regular file below the folder.
    ///   - now: Seconds of a clock that nobody sets.
    /// - Returns: Those that have become whole, each once unless it changes.
    mutating func look(at entries: [Entry], now: Double) -> [Entry] {
        var finished: [Entry] = []
        var present: [String: (entry: Entry, since: Double)] = [:]
        for entry in entries where !Self.isUnfinished(entry.path) {
            let before = seen[entry.path]
            let isSame =
                before.map { $0.entry.size == entry.size && $0.entry.modified == entry.modified }
                ?? false
            let since = isSame ? before?.since ?? now : now
            present[entry.path] = (entry, since)
            guard entry.isBeingWritten != true, now - since >= settleTime else { continue }
            let last = taken[entry.path]
            guard last?.size != entry.size || last?.modified != entry.modified else { continue }
            taken[entry.path] = entry
            finished.append(entry)
        }
        seen = present
        taken = taken.filter { present[$0.key] != nil }
        return finished.sorted { $0.path < $1.path }
    }

    /// Gives a file back that could not be submitted: it is told of again.
    mutating func giveBack(_ entry: Entry) { taken[entry.path] = nil }

    /// Names of browsers, rsync, scp clients, FTP servers and cloud tools for what they still write.
    private static let unfinished = [
        ".part", ".partial", ".crdownload", ".download", ".tmp", ".temp", ".filepart", ".upload",
        ".uploading", ".!ut", ".aria2", "~",
    ]

    static func isUnfinished(_ path: String) -> Bool {
        PathText.names(path).contains { $0.unicodeScalars.first == "." }
            || unfinished.contains { path.lowercased().hasSuffix($0) }
    }
}
