public import Foundation

/// The files of a folder, for the comparison of folders.
public enum FileTree {
    /// Returns the paths of all regular files below a folder, relative to it, sorted; hidden ones too.
    public static func files(in folder: URL) -> [String] {
        let all = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
        return all.filter { path in
            var isFolder: ObjCBool = false
            let whole = folder.appending(path: path).path
            return FileManager.default.fileExists(atPath: whole, isDirectory: &isFolder)
                && !isFolder.boolValue
        }.sorted()
    }

    /// Returns the files of an output folder without its workspace.
    public static func published(in folder: URL) -> [String] {
        files(in: folder).filter { !$0.hasPrefix(".vtranscode/") }
    }

    /// Returns the SHA-256 of every published file, in hexadecimal, and the text of JSON without its times.
    public static func digests(of folder: URL) async throws -> [String: String] {
        let files = published(in: folder)
        let json = files.filter { $0.hasSuffix(".json") }
        var digests = try await sha256(files.filter { !$0.hasSuffix(".json") }, in: folder)
        for path in json {
            digests[path] = try TimelessJSON.text(of: folder.appending(path: path))
        }
        return digests
    }

    /// Returns the files that differ between two folders' digests, or are in one only.
    public static func differences(_ a: [String: String], _ b: [String: String]) -> [String] {
        Set(a.keys).union(b.keys).filter { a[$0] != b[$0] }.sorted()
    }

    /// Returns the SHA-256 of each of these files, in hexadecimal.
    public static func sha256(_ files: [String], in folder: URL) async throws -> [String: String] {
        guard !files.isEmpty else { return [:] }
        let paths = files.map { folder.appending(path: $0).path(percentEncoded: false) }
        // Cheap, and used by tests that have reserved all cores.
        let command = Command("sha256sum", ["--"] + paths)
        let output = try await command.runNow()
        guard output.status == 0 else { throw Command.Failure(command: command, output: output) }
        let lines = output.lines
        return Dictionary(
            uniqueKeysWithValues: zip(files, lines.map { String($0.prefix(64)) })
        )
    }
}
