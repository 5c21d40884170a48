import Foundation

/// Checks that the manifest lists every file of its package with its size and hash.
public enum ManifestChecker {
    public static func problems(in package: PublishedPackage) async throws -> [String] {
        let manifest = package.folder.appending(path: "manifest.json")
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: manifest))
        let listed = Dictionary(entries(in: object).map { ($0.path, $0) }) { first, _ in first }
        let files = package.files.filter { $0 != "manifest.json" }
        let hashes = try await FileTree.sha256(files, in: package.folder)
        var problems = Set(listed.keys).subtracting(files).map { "\($0): listed, but missing" }
        for file in files {
            guard let entry = listed[file] else {
                problems.append("\(file): not listed")
                continue
            }
            let whole = package.folder.appending(path: file).path
            let size = try FileManager.default.attributesOfItem(atPath: whole)[.size] as? NSNumber
            if entry.bytes != size?.intValue {
                problems.append("\(file): \(entry.bytes) bytes listed")
            }
            if entry.hash != hashes[file] { problems.append("\(file): a different hash is listed") }
        }
        return problems
    }

    private struct Entry {
        let path: String
        let bytes: Int
        let hash: String
    }

    /// Returns every object, at any depth, that has a path, a size and a hash.
    private static func entries(in value: Any) -> [Entry] {
        switch value {
        case let object as [String: Any]:
            if let path = object["path"] as? String, let bytes = object["bytes"] as? NSNumber,
                let hash = object["sha256"] as? String
            {
                return [Entry(path: path, bytes: bytes.intValue, hash: hash)]
            }
            return object.values.flatMap(entries)
        case let list as [Any]: return list.flatMap(entries)
        default: return []
        }
    }
}
