public import Foundation
import Synchronization

/// A new folder that goes away with its last owner.
public final class TemporaryFolder: Sendable {
    public let url: URL

    public init(_ purpose: String = "files") throws {
        let name = "vtranscode-test-\(purpose)-\(UUID().uuidString.prefix(8))"
        url = FileManager.default.temporaryDirectory.appending(path: name)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// A new folder for all tests: they end in any order, so it goes away with the process.
    public static func untilExit(_ purpose: String) throws -> URL {
        let folder = try TemporaryFolder(purpose)
        let isFirst = kept.withLock { folders in
            folders.append(folder)
            return folders.count == 1
        }
        if isFirst { atexit { TemporaryFolder.kept.withLock { $0 = [] } } }
        return folder.url
    }

    private static let kept = Mutex<[TemporaryFolder]>([])

    deinit { try? FileManager.default.removeItem(at: url) }

    public func file(_ name: String) -> URL { url.appending(path: name) }

    /// A new folder inside.
    public func folder(_ name: String) throws -> URL {
        let folder = url.appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}
