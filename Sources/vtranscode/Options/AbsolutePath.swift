import Foundation
import SystemPackage

/// Absolute paths, which are independent of the current directory.
enum AbsolutePath {
    /// Returns the absolute path without `.` and `..`; links are not resolved.
    ///
    /// An empty path stays empty: it is not that of the current directory.
    static func of(_ path: FilePath) -> FilePath {
        guard !path.isEmpty else { return path }
        // The current directory has no path if it was removed.
        let current = FilePath("/").pushing(FilePath(FileManager.default.currentDirectoryPath))
        return current.pushing(path).lexicallyNormalized()
    }
}
