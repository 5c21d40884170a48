import Foundation

/// Paths as other processes understand them.
enum AbsolutePath {
    /// The path from the root, without `.` and `..`; links stay as they are.
    static func of(_ path: String) -> String {
        let full =
            path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        var parts: [Substring] = []
        for part in full.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return "/" + parts.joined(separator: "/")
    }
}
