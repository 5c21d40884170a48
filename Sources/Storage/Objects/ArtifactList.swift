internal import Foundation
internal import SystemPackage

/// The list of an artifact's files, whose existence makes the artifact exist.
struct ArtifactList: Codable {
    struct Entry: Codable {
        /// The path in the artifact.
        let path: String
        let size: Int64
        /// Hexadecimal.
        let sha256: String
        /// The content of a small file, which has no object of its own.
        var content: Data?
        /// The path in the package of a file that is published unchanged: its object is there.
        var placedAt: String?
        /// The ETag of that object.
        var etag: String?
    }

    /// The largest list, in bytes.
    static let limit: Int64 = 4 << 20
    /// The largest file that is part of the list, in bytes; chosen for the results of segments.
    static let largestContent: Int64 = 64 << 10
    /// The largest sum of such files, in bytes.
    static let largestContents: Int64 = 1 << 20
    /// The most files of an artifact; chosen as a hundred times those that there are.
    private static let maximumFiles = 10_000

    /// The part of the keys of the files that is different for each attempt.
    let attempt: String
    let files: [Entry]

    init(attempt: String, files: [Entry]) { (self.attempt, self.files) = (attempt, files) }

    /// Decodes a list; `nil` for any other text, or for paths out of the artifact.
    init?(_ bytes: [UInt8]) {
        guard let list = try? JSONDecoder().decode(ArtifactList.self, from: Data(bytes)),
            list.files.count <= Self.maximumFiles,
            list.files.allSatisfy({ file in
                file.content.map { Int64($0.count) == file.size } ?? true
                    && Self.isInside(file.path) && file.placedAt.map(Self.isInside) ?? true
            }), FilePath.Component(checking: list.attempt) != nil
        else { return nil }
        self = list
    }

    private static func isInside(_ path: String) -> Bool {
        guard let path = try? FilePath(checking: path), !path.isAbsolute else { return false }
        return path.names.allSatisfy { !$0.isHidden }
    }

    func encoded() throws -> [UInt8] { Array(try JSONEncoder().encode(self)) }

    var record: ArtifactRecord {
        var sizes: [String: Int64] = [:]
        var contents: [String: [UInt8]] = [:]
        for file in files {
            sizes[file.path] = file.size
            contents[file.path] = file.content.map(Array.init)
        }
        return ArtifactRecord(sizes: sizes, placed: placed, contents: contents)
    }

    /// The files that are at their paths in the package, by their names in the artifact.
    var placed: [String: PlacedFile] {
        var placed: [String: PlacedFile] = [:]
        for file in files {
            placed[file.path] = file.placedAt.map {
                PlacedFile(path: $0, size: file.size, sha256: file.sha256, etag: file.etag)
            }
        }
        return placed
    }
}
