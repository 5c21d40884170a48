internal import Presets
internal import Storage

/// The names of files in the folder of an artifact: made from what is planned, and never read from what was said.
enum ArtifactFiles {
    static let result = "result.json"
    static let tiles = "tiles.yuv"
    static let poster = "poster.jpg"

    /// A finished segment; `rung` is `nil` for sound.
    static func segment(_ index: Int, of rung: String?, _ container: Container = .fmp4) -> String {
        let name = "\(index).\(container.suffix)"
        return rung.map { "\($0)-\(name)" } ?? name
    }

    static func initialization(of rung: String?) -> String {
        rung.map { "\($0)-init.mp4" } ?? "init.mp4"
    }

    static func storyboard(_ sheet: Int) -> String {
        let digits = String(sheet)
        return "storyboard-\(String(repeating: "0", count: max(0, 3 - digits.count)))\(digits).jpg"
    }
}

/// A file of a finished artifact of an upload.
struct ArtifactFile: Codable, Hashable, Sendable {
    /// The artifact's key.
    let artifact: String
    let name: String

    func open(in artifacts: OpenFolder) throws(StorageError) -> RegularFile {
        try artifacts.folder(artifact).file(name)
    }
}

/// Files that an artifact must have, and their sizes in bytes; `nil`: any.
typealias ArtifactSizes = [String: Int?]

/// Something in an artifact is other than it can be: another process wrote it, or the disk lost it.
struct ImplausibleArtifact: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

extension OpenFolder {
    /// Checks that files are there: regular ones, of their sizes.
    ///
    /// - Parameters:
    ///   - files: What must be there.
    ///   - isExact: Whether nothing else may be there.
    ///   - isOwn: Whether nothing but what may leads to a file.
    /// - Throws: `ImplausibleArtifact`; `StorageError` where the disk or the machine fails.
    func check(
        _ files: ArtifactSizes, isExact: Bool, isOwn: (RegularFile) throws -> Bool
    ) throws {
        do {
            if isExact {
                let names = try names()
                guard names.count == files.count,
                    names.allSatisfy({ $0.map { files.keys.contains($0) } ?? false })
                else { throw ImplausibleArtifact("other files than were asked for") }
            }
            for (name, size) in files {
                let file = try file(name)
                guard size.map({ $0 == Int(file.size) }) ?? true else {
                    throw ImplausibleArtifact("\(name) of another size than was said")
                }
                guard try isOwn(file) else {
                    throw ImplausibleArtifact("\(name), which has another name")
                }
            }
        } catch let error as StorageError where error.isOfAbsence {
            throw ImplausibleArtifact("\(PathText.name(error.path)), which is not as it should be")
        }
    }

    /// Opens a file that work left in this folder: a regular one, with no other name.
    ///
    /// - Parameters:
    ///   - name: The file's name.
    ///   - isExact: Whether the folder may hold nothing else.
    /// - Returns: The file.
    /// - Throws: `ImplausibleArtifact`; `StorageError` where the disk or the machine fails.
    func only(_ name: String, isExact: Bool) throws -> RegularFile {
        try check([name: nil], isExact: isExact) { $0.linkCount == 1 }
        let file = try file(name)
        guard file.linkCount == 1 else {
            throw ImplausibleArtifact("\(name), which has another name")
        }
        return file
    }
}

extension Upload {
    /// Turns an implausible artifact into an error of this upload.
    func plausible<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as ImplausibleArtifact {
            throw UploadError.implausible(error.description, self)
        }
    }
}
