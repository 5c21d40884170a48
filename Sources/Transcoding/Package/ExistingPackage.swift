internal import Foundation
internal import Packaging
internal import Storage
internal import SystemPackage

/// The manifest that is found under a name of a destination.
enum FoundManifest {
    case current(Manifest)
    /// The manifest of a package that another version of the program made.
    case otherSchema(Int)

    /// The size limit of a manifest, in bytes; chosen as a hundred times that of a day of video.
    static let largestSize: Int64 = 1 << 30

    /// Every manifest of any schema has these fields.
    private struct Header: Decodable {
        let schema: Int
        let key: String
    }

    /// Reads a manifest, its schema first.
    ///
    /// - Returns: `nil` if it is not a manifest.
    init?(_ bytes: [UInt8]) {
        let (data, decoder) = (Data(bytes), JSONDecoder())
        guard let header = try? decoder.decode(Header.self, from: data) else { return nil }
        guard header.schema == Manifest.currentSchema else {
            self = .otherSchema(header.schema)
            return
        }
        guard let manifest = try? decoder.decode(Manifest.self, from: data) else { return nil }
        self = .current(manifest)
    }

    /// The description of a package by its schema: "of an earlier version (manifest schema 1)".
    static func origin(ofSchema schema: Int) -> String {
        schema < Manifest.currentSchema
            ? "a package of an earlier version (manifest schema \(schema))"
            : "a package made by a newer version (manifest schema \(schema))"
    }
}

/// A package in a destination.
struct ExistingPackage {
    /// The manifest; `nil` if another version of the program made the package.
    let manifest: Manifest?
    /// The schema of the manifest.
    let schema: Int

    private let name: String
    private let destination: any PackageDestination

    /// Finds the package of a name.
    ///
    /// - Returns: `nil` if the name is free, or has no manifest.
    /// - Throws: If the store fails: whether there is a package is not known then.
    static func find(
        _ name: String, in destination: any PackageDestination
    ) throws(StorageError) -> ExistingPackage? {
        guard
            let bytes = try destination.content(
                of: FilePath(Manifest.fileName), in: name, limit: FoundManifest.largestSize),
            let found = FoundManifest(bytes)
        else { return nil }
        return ExistingPackage(found, name, destination)
    }

    private init(
        _ found: FoundManifest, _ name: String, _ destination: any PackageDestination
    ) {
        switch found {
        case .current(let manifest): (self.manifest, schema) = (manifest, manifest.schema)
        case .otherSchema(let other): (manifest, schema) = (nil, other)
        }
        (self.name, self.destination) = (name, destination)
    }

    /// Returns whether the package has this key and all files of its manifest, in their sizes.
    ///
    /// - Throws: If the store fails: whether the package is complete is not known then.
    func isComplete(key: String) throws(StorageError) -> Bool {
        guard let manifest, manifest.key == key else { return false }
        for file in manifest.files {
            guard let path = try? FilePath(checking: file.path),
                try destination.size(of: path, in: name) == Int64(file.bytes)
            else { return false }
        }
        return true
    }
}
