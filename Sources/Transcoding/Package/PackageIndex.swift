internal import Foundation
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Packaging
package import Storage

/// `index.json`: all packages of an output folder, rebuilt from their manifests.
package struct PackageIndex: Sendable {
    /// A package that is not in the index, because another version of the program made it.
    package struct OmittedPackage: Hashable, Sendable {
        package let name: String
        /// The schema of its manifest.
        package let schema: Int

        /// One line about the package: "clip is left out of index.json: a package of …".
        package var message: String {
            "\(name) is left out of index.json: \(FoundManifest.origin(ofSchema: schema))"
        }
    }

    /// The number of packages in the index.
    package let count: Int
    package let omitted: [OmittedPackage]

    private struct Index: Codable {
        let schema: Int
        let packages: [Entry]
    }

    private struct Entry: Codable {
        let name: String
        let status: String
        /// The duration, in seconds.
        let duration: Double
        let resolution: Resolution?
        /// The size of all files but the manifest, in bytes.
        let bytes: Int
        let playlist: String
        let poster: String?
        let key: String
        /// The codes of findings.
        let findings: [String]

        private enum CodingKeys: String, CodingKey {
            case name, status, duration, resolution, bytes, playlist, poster, key
            case findings = "notices"
        }

        init(_ name: String, _ manifest: Manifest) {
            func path(_ file: String) -> String { "\(name)/\(file)" }
            self.name = name
            status = manifest.status
            duration = manifest.duration
            resolution = manifest.resolution
            bytes = manifest.byteCount
            playlist = path(manifest.playlist)
            poster = manifest.poster.map(path)
            key = manifest.key
            findings = manifest.findings.map(\.code.rawValue)
        }
    }

    private static let fileName = "index.json"

    /// Reads the manifests of all packages and writes the index.
    ///
    /// - Returns: The content of the index, by numbers.
    /// - Throws: `UploadError` if the folder cannot be read or written.
    package static func rebuild(
        _ folder: Location, in storage: StorageRegistry = .local
    ) throws -> PackageIndex {
        try rebuild(storage.destination(at: folder), folder)
    }

    /// Rebuilds the index of a prefix of a bucket that has one.
    package static func rebuildExisting(
        of prefix: Location, in storage: StorageRegistry
    ) throws {
        guard try storage.hasObject(at: prefix.appending(fileName)) else { return }
        _ = try rebuild(prefix, in: storage)
    }

    static func rebuild(
        _ destination: any PackageDestination, _ folder: Location
    ) throws -> PackageIndex {
        do {
            var (entries, omitted) = ([Entry](), [OmittedPackage]())
            for name in try destination.names() {
                guard let package = try ExistingPackage.find(name, in: destination) else {
                    continue
                }
                if let manifest = package.manifest {
                    entries.append(Entry(name, manifest))
                } else {
                    omitted.append(OmittedPackage(name: name, schema: package.schema))
                }
            }
            let data = try JSONEncoder.pretty.encode(
                Index(schema: Manifest.currentSchema, packages: entries))
            try destination.write(Array(data), as: fileName)
            return PackageIndex(count: entries.count, omitted: omitted)
        } catch {
            let isDiskFull = (error as? StorageError)?.isDiskFull ?? false
            throw UploadError(
                isDiskFull ? .diskFull : .output, folder.description,
                "its index cannot be made (\(UploadErrorMapping.reason(error)))",
                advice: isDiskFull
                    ? "free some space, then rebuild the index"
                    : folder.path == nil
                        ? "check the bucket and the permissions, then rebuild the index"
                        : "check that the folder is there and writable",
                condition: isDiskFull ? .noSpaceForIndex : nil, cause: error)
        }
    }
}
