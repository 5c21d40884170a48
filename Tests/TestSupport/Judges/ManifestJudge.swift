import Foundation

/// Judges that the manifest names every file of its package with its true size and hash.
public enum ManifestJudge {
    public static func faults(in package: PublishedPackage) async throws -> [String] {
        let manifest = package.folder.appending(path: "manifest.json")
        let object = try JSONSerialization.jsonObject(with: Data(contentsOf: manifest))
        let listed = Dictionary(entries(in: object).map { ($0.path, $0) }) { first, _ in first }
        let files = package.files.filter { $0 != "manifest.json" }
        let hashes = try await FileTree.sha256(files, in: package.folder)
        var faults = Set(listed.keys).subtracting(files).map { "\($0): listed, not there" }
        for file in files {
            guard let entry = listed[file] else {
                faults.append("\(file): not listed")
                continue
            }
            let whole = package.folder.appending(path: file).path
            let size = try FileManager.default.attributesOfItem(atPath: whole)[.size] as? NSNumber
            if entry.bytes != size?.intValue {
                faults.append("\(file): \(entry.bytes) bytes listed")
            }
            if entry.hash != hashes[file] { faults.append("\(file): another hash listed") }
        }
        return faults
    }

    private struct Entry {
        let path: String
        let bytes: Int
        let hash: String
    }

    /// Every object, however deep, that has a path, a size and a hash.
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
