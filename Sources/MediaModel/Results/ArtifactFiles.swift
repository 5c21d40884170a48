package import Presets
package import Storage
internal import SystemPackage

/// The names of files in the folder of an artifact: derived from the plan, never read from a result.
package enum ArtifactFiles {
    package static let result = "result.json"
    package static let tiles = "tiles.yuv"
    package static let poster = "poster.jpg"

    /// Returns the name of a finished segment; `rung` is `nil` for audio.
    package static func segment(_ index: Int, of rung: String?, _ container: Container = .fmp4)
        -> String
    {
        let name = "\(index).\(container.suffix)"
        return rung.map { "\($0)-\(name)" } ?? name
    }

    /// Returns the name of the init segment; `rung` is `nil` for audio.
    package static func initialization(of rung: String?) -> String {
        rung.map { "\($0)-init.mp4" } ?? "init.mp4"
    }

    /// Returns the name of a storyboard image, with at least three digits.
    package static func storyboard(_ sheet: Int) -> String {
        let digits = String(sheet)
        return "storyboard-\(String(repeating: "0", count: max(0, 3 - digits.count)))\(digits).jpg"
    }
}

/// A file of a finished artifact of an upload.
package struct ArtifactFile: Codable, Hashable, Sendable {
    /// The artifact's key.
    package let artifact: String
    package let name: String

    package init(
        artifact: String,
        name: String
    ) {
        self.artifact = artifact
        self.name = name
    }

    package func open(in artifacts: OpenFolder) throws(StorageError) -> RegularFile {
        try artifacts.folder(artifact).file(name)
    }
}

/// The files that an artifact must have, and their sizes in bytes; `nil` for any size.
package typealias ArtifactSizes = [String: Int?]

/// An artifact that cannot be the result of its plan: another process wrote it, or the disk corrupted it.
package struct ArtifactError: Error, CustomStringConvertible {
    /// The first violation: "other files than planned".
    package let message: String

    package init(_ message: String) { self.message = message }

    package var description: String { message }
}

extension OpenFolder {
    /// Checks that files exist, are regular, and have their sizes.
    ///
    /// - Parameters:
    ///   - files: The files that must exist.
    ///   - isExact: Whether the folder may have no other files.
    ///   - isOwn: Returns whether a file has no links from elsewhere.
    /// - Throws: `ArtifactError`; `StorageError` if the disk or the host fails.
    package func check(
        _ files: ArtifactSizes, isExact: Bool, isOwn: (RegularFile) throws -> Bool
    ) throws {
        do {
            if isExact {
                let names = try names()
                guard names.count == files.count,
                    names.allSatisfy({ $0.map { files.keys.contains($0) } ?? false })
                else { throw ArtifactError("other files than planned") }
            }
            for (name, size) in files {
                let file = try file(name)
                guard size.map({ $0 == Int(file.size) }) ?? true else {
                    throw ArtifactError("\(name) of another size than its result states")
                }
                guard try isOwn(file) else {
                    throw ArtifactError("\(name), which has another link")
                }
            }
        } catch let error as StorageError where error.isNotFound {
            let name = error.path.lastComponent?.string ?? ""
            throw ArtifactError("\(name), which is missing or no regular file")
        }
    }

    /// Opens a file that a sandbox process wrote into this folder: a regular one, without other links.
    ///
    /// - Parameters:
    ///   - name: The file's name.
    ///   - isExact: Whether the folder may have no other files.
    /// - Returns: The file.
    /// - Throws: `ArtifactError`; `StorageError` if the disk or the host fails.
    package func only(_ name: String, isExact: Bool) throws -> RegularFile {
        try check([name: nil], isExact: isExact) { $0.linkCount == 1 }
        let file = try file(name)
        guard file.linkCount == 1 else {
            throw ArtifactError("\(name), which has another link")
        }
        return file
    }
}
