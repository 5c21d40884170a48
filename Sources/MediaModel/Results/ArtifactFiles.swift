package import Presets
package import Storage

/// The names of files in the folder of an artifact: made from what is planned, and never read from what was said.
package enum ArtifactFiles {
    package static let result = "result.json"
    package static let tiles = "tiles.yuv"
    package static let poster = "poster.jpg"

    /// A finished segment; `rung` is `nil` for sound.
    package static func segment(_ index: Int, of rung: String?, _ container: Container = .fmp4)
        -> String
    {
        let name = "\(index).\(container.suffix)"
        return rung.map { "\($0)-\(name)" } ?? name
    }

    package static func initialization(of rung: String?) -> String {
        rung.map { "\($0)-init.mp4" } ?? "init.mp4"
    }

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

/// Files that an artifact must have, and their sizes in bytes; `nil`: any.
package typealias ArtifactSizes = [String: Int?]

/// Something in an artifact is other than it can be: another process wrote it, or the disk lost it.
package struct ArtifactError: Error, CustomStringConvertible {
    package let description: String
    package init(_ description: String) { self.description = description }
}

extension OpenFolder {
    /// Checks that files are there: regular ones, of their sizes.
    ///
    /// - Parameters:
    ///   - files: What must be there.
    ///   - isExact: Whether nothing else may be there.
    ///   - isOwn: Whether nothing but what may leads to a file.
    /// - Throws: `ArtifactError`; `StorageError` where the disk or the machine fails.
    package func check(
        _ files: ArtifactSizes, isExact: Bool, isOwn: (RegularFile) throws -> Bool
    ) throws {
        do {
            if isExact {
                let names = try names()
                guard names.count == files.count,
                    names.allSatisfy({ $0.map { files.keys.contains($0) } ?? false })
                else { throw ArtifactError("other files than were asked for") }
            }
            for (name, size) in files {
                let file = try file(name)
                guard size.map({ $0 == Int(file.size) }) ?? true else {
                    throw ArtifactError("\(name) of another size than was said")
                }
                guard try isOwn(file) else {
                    throw ArtifactError("\(name), which has another name")
                }
            }
        } catch let error as StorageError where error.isNotFound {
            throw ArtifactError("\(PathText.name(error.path)), which is not as it should be")
        }
    }

    /// Opens a file that work left in this folder: a regular one, with no other name.
    ///
    /// - Parameters:
    ///   - name: The file's name.
    ///   - isExact: Whether the folder may hold nothing else.
    /// - Returns: The file.
    /// - Throws: `ArtifactError`; `StorageError` where the disk or the machine fails.
    package func only(_ name: String, isExact: Bool) throws -> RegularFile {
        try check([name: nil], isExact: isExact) { $0.linkCount == 1 }
        let file = try file(name)
        guard file.linkCount == 1 else {
            throw ArtifactError("\(name), which has another name")
        }
        return file
    }
}
