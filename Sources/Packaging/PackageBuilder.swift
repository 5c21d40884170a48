internal import Errors
internal import Crypto
internal import Foundation
internal import HLS
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Presets
package import Storage
package import SystemPackage

/// Builds a package in a folder: links finished segments to their paths and writes the playlists.
package struct PackageBuilder {
    package let folder: FilePath
    package private(set) var files: [Manifest.File] = []
    /// The files that are not in the folder, because they are at their paths already.
    package private(set) var placed: [(file: PlacedFile, artifact: String)] = []
    /// Whether to stop; called once per megabyte, since files may be large and their disk slow.
    private let isStopped: () -> Bool

    package init(_ folder: FilePath, isStopped: @escaping () -> Bool = { false }) {
        self.folder = folder
        self.isStopped = isStopped
    }

    package mutating func write(_ text: String, to path: String) throws {
        try write(Array(text.utf8), to: path)
    }

    package mutating func write(_ bytes: [UInt8], to path: String) throws {
        try makeParent(of: path)
        try AtomicFile.write(bytes, to: folder.appending(path))
        files.append(
            Manifest.File(
                path: path, bytes: bytes.count, sha256: SHA256.hash(data: bytes).hexadecimal))
    }

    /// Links or copies a finished file to a path, and records its size and SHA-256.
    ///
    /// - Throws: `CorruptArtifactError` if the SHA-256 is not the expected one; `CancellationError` once stopped.
    package mutating func place(
        _ file: RegularFile, at path: String, expecting sha256: String? = nil
    ) throws {
        try makeParent(of: path)
        let (bytes, measured) = try measure(file)
        if let sha256, measured != sha256 { throw CorruptArtifactError(path: path) }
        try FilePlacement.place(file, at: folder.appending(path))
        files.append(Manifest.File(path: path, bytes: bytes, sha256: measured))
    }

    /// Records a file of an artifact that is at its path in the package already.
    ///
    /// - Throws: `CorruptArtifactError` if the path or the SHA-256 is not the expected one.
    package mutating func add(
        _ file: PlacedFile, of artifact: String, at path: String, expecting sha256: String
    ) throws {
        guard file.path == path, file.sha256 == sha256 else {
            throw CorruptArtifactError(path: path)
        }
        placed.append((file, artifact))
        files.append(Manifest.File(path: path, bytes: Int(file.size), sha256: file.sha256))
    }

    private func makeParent(of path: String) throws {
        try Folder.create(folder.appending(path).parent)
    }

    private func measure(_ file: RegularFile) throws -> (bytes: Int, sha256: String) {
        var hash = SHA256()
        // Small enough that the C library reuses its memory for the next file.
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var offset: Int64 = 0
        while case let count = try file.read(at: offset, into: &buffer), count > 0 {
            if isStopped() { throw CancellationError() }
            hash.update(data: buffer[..<count])
            offset += Int64(count)
        }
        return (Int(offset), hash.finalize().hexadecimal)
    }
}

/// The error that a finished file has other bytes than were written.
package struct CorruptArtifactError: Error, CustomStringConvertible {
    /// The path below the package.
    package let path: String

    package var description: String { "\(path) has other bytes than were written" }
}
