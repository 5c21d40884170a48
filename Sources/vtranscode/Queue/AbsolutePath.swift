import Foundation
import Storage

/// Absolute paths, which are independent of the current directory.
enum AbsolutePath {
    /// Returns the absolute path without `.` and `..`; links are not resolved.
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
