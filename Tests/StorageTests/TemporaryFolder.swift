import Foundation
import SystemPackage

@testable import Storage

/// A folder of one test, removed when it goes out of scope.
final class TemporaryFolder: Sendable {
    let path: FilePath

    init() throws {
        path = FilePath(NSTemporaryDirectory()).appending("storage-tests-" + UUID().uuidString)
        try Folder.create(path)
    }

    deinit { try? Folder.remove(path) }

    /// A path in the folder.
    func callAsFunction(_ name: String) -> FilePath { path.appending(name) }

    /// Creates a file, and the folders above it.
    func write(_ text: String, to name: String) throws {
        try Folder.create(self(name).parent)
        try Data(text.utf8).write(to: URL(filePath: self(name).string))
    }

    func text(of name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: self(name).string)), as: UTF8.self)
    }

    /// All names in a folder, hidden ones too, sorted.
    func names(in name: String = ".") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: self(name).string).sorted()
    }
}
