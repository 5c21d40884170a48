internal import Foundation
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Packaging
internal import Storage

/// `index.json`: all packages of an output folder, rebuilt from their manifests.
public enum PackageIndex {
    private struct Index: Codable {
        let schema: Int
        let packages: [Entry]
    }

    private struct Entry: Codable {
        let name: String
        let status: String
        /// Seconds.
        let duration: Double
        let resolution: Resolution?
        /// Bytes of the whole package but its manifest.
        let bytes: Int
        let playlist: String
        let poster: String?
        let key: String
        let notices: [String]
    }

    private static let fileName = "index.json"

    /// Reads every package's manifest and writes the index.
    ///
    /// - Returns: How many packages it lists.
    /// - Throws: `UploadError` if the folder cannot be read or written.
    public static func rebuild(_ folder: String) throws -> Int {
        do {
            let names = try Folder.names(in: folder)
            let entries = try names.filter { !$0.hasPrefix(".") }.compactMap {
                try entry($0, in: folder)
            }
            let encoder = JSONEncoder.pretty
            let data = try encoder.encode(Index(schema: Manifest.currentSchema, packages: entries))
            try AtomicFile.write(Array(data), to: "\(folder)/\(fileName)")
            return entries.count
        } catch {
            let isDiskFull = (error as? StorageError)?.isDiskFull ?? false
            throw UploadError(
                isDiskFull ? .diskFull : .output, folder,
                "its index cannot be made (\(UploadErrorMapping.reason(error)))",
                advice: isDiskFull
                    ? "free some space, then run vtranscode index"
                    : "check that the folder is there and writable")
        }
    }

    private static func entry(_ name: String, in folder: String) throws -> Entry? {
        guard let manifest = try ExistingPackage.find(name, in: folder)?.manifest else {
            return nil
        }
        func path(_ file: String) -> String { "\(name)/\(file)" }
        return Entry(
            name: name, status: manifest.status, duration: manifest.duration,
            resolution: manifest.resolution, bytes: manifest.byteCount,
            playlist: path(manifest.playlist), poster: manifest.poster.map(path),
            key: manifest.key, notices: manifest.notices.map(\.code))
    }
}
