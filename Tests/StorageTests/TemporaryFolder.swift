import Foundation

@testable import Storage

/// A folder of one test, removed when it goes out of scope.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "storage-tests-" + UUID().uuidString
        try Folder.create(path)
    }

    deinit { try? Folder.remove(path) }

    /// A path in the folder.
    func callAsFunction(_ name: String) -> String { path + "/" + name }

    /// Creates a file, and the folders above it.
    func write(_ text: String, to name: String) throws {
        try Folder.create(parent(of: self(name)))
        try Data(text.utf8).write(to: URL(filePath: self(name)))
    }

    func text(of name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: self(name))), as: UTF8.self)
    }

    /// All names in a folder, hidden ones too, sorted.
    func names(in name: String = ".") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: self(name)).sorted()
    }
}
