internal import ArgumentParser
internal import Storage
import SystemPackage

extension Location {
    /// Returns the location that an argument names.
    ///
    /// An empty argument is an empty path: its use fails with the code of the upload or folder that it stands for, and other
    /// uploads are processed.
    ///
    /// - Throws: `ValidationError`, which is a usage error, if it has a zero byte or is an invalid URL.
    static func argument(_ text: String) throws -> Location {
        guard !text.isEmpty else { return Location("") }
        do throws(StorageError) {
            return try Location(checking: text)
        } catch {
            throw ValidationError(error.reason)
        }
    }

    /// This location, independent of the current directory.
    var absolute: Location { path.map { Location(AbsolutePath.of($0)) } ?? self }

    /// Whether this is a URL of a web server, which has no folders.
    var isOnWebServer: Bool {
        if case .web = kind { true } else { false }
    }
}
