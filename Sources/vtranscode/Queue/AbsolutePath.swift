import Foundation
import Storage

/// Paths as other processes understand them.
enum AbsolutePath {
    /// The path from the root, without `.` and `..`; links stay as they are.
    static func of(_ path: String) -> String {
        let full =
            PathText.isAbsolute(path) ? path : FileManager.default.currentDirectoryPath + "/" + path
        var parts: [String] = []
        for part in PathText.names(full) {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }
}
