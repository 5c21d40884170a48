import Foundation
import Storage

/// Absolute paths, which are independent of the current directory.
enum AbsolutePath {
    /// Returns the absolute path without `.` and `..`; links are not resolved.
    static func of(_ path: String) -> String {
        let full =
            PathText.isAbsolute(path) ? path : FileManager.default.currentDirectoryPath + "/" + path
        var names: [String] = []
        for name in PathText.names(full) {
            if name == ".." { _ = names.popLast() } else { names.append(name) }
        }
        return "/" + names.joined(separator: "/")
    }
}
