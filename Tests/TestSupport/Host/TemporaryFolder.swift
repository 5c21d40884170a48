public import Foundation
import Synchronization

/// A new folder that is removed with its last owner.
public final class TemporaryFolder: Sendable {
    public let url: URL

    public init(_ purpose: String = "files") throws {
        let name = "vtranscode-test-\(purpose)-\(UUID().uuidString.prefix(8))"
        url = FileManager.default.temporaryDirectory.appending(path: name)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// Makes a folder for all tests, which is removed when the process exits.
    public static func untilExit(_ purpose: String) throws -> URL {
        let folder = try TemporaryFolder(purpose)
        let isFirst = retained.withLock { folders in
            folders.append(folder)
            return folders.count == 1
        }
        if isFirst { atexit { TemporaryFolder.retained.withLock { $0 = [] } } }
        return folder.url
    }

    private static let retained = Mutex<[TemporaryFolder]>([])

    deinit { try? FileManager.default.removeItem(at: url) }

    public func file(_ name: String) -> URL { url.appending(path: name) }

    /// Makes a folder in this one.
    public func folder(_ name: String) throws -> URL {
        let folder = url.appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}
