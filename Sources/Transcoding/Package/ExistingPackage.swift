internal import Foundation
internal import Packaging
internal import Storage

/// A package that is in the output folder.
struct ExistingPackage {
    let manifest: Manifest
    private let folder: String

    /// `nil` if there is no folder of that name with a manifest that can be read.
    init?(_ name: String, in output: String) {
        guard let package = try? Self.find(name, in: output) else { return nil }
        self = package
    }

    private init(_ manifest: Manifest, in folder: String) {
        (self.manifest, self.folder) = (manifest, folder)
    }

    /// Bytes that a manifest may have, chosen as a hundred times that of a day of video.
    private static let largestManifest = 1 << 30

    /// Finds the package of that name.
    ///
    /// - Returns: `nil` if there is no folder of that name with a manifest that is a regular file.
    /// - Throws: Where the disk or its server fails: then there may be one.
    static func find(
        _ name: String, in output: String
    ) throws(StorageError) -> ExistingPackage? {
        let folder = "\(output)/\(name)"
        let bytes: [UInt8]
        do {
            let file = try RegularFile("\(folder)/\(Manifest.fileName)")
            guard file.size <= largestManifest else { return nil }
            bytes = try file.bytes()
        } catch {
            guard error.isNotFound else { throw error }
            return nil
        }
        guard let manifest = try? JSONDecoder().decode(Manifest.self, from: Data(bytes)) else {
            return nil
        }
        return ExistingPackage(manifest, in: folder)
    }

    /// Whether every file that the manifest lists is there in its size.
    ///
    /// - Throws: Where the disk or its server fails: then nothing is known.
    func isComplete() throws(StorageError) -> Bool {
        for file in manifest.files {
            do {
                let size = try FileStatus(of: "\(folder)/\(file.path)").size
                guard size == Int64(file.bytes) else { return false }
            } catch {
                guard error.isNotFound else { throw error }
                return false
            }
        }
        return true
    }
}
