internal import Foundation
public import JobQueue
internal import Storage

/// The folder below which clients may name uploads and outputs.
///
/// Links below it are never followed: who may write there could lead out of it by one.
public struct ServedRoot: Sendable, Hashable {
    public let path: String

    /// A folder that exists.
    ///
    /// - Throws: `QueueError` with `BAD_REQUEST`.
    public init(_ path: String) throws(QueueError) {
        let standard = URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
        let trimmed =
            standard.count > 1 && standard.hasSuffix("/") ? String(standard.dropLast()) : standard
        // The root itself may be a link: whoever started the server named it.
        let attributes = try? FileManager.default.attributesOfItem(atPath: trimmed + "/.")
        guard attributes?[.type] as? FileAttributeType == .typeDirectory else {
            throw QueueError(
                .badRequest, "--root", "\(path) is no folder", advice: "name a folder that exists")
        }
        self.path = trimmed
    }

    /// The whole path of an upload, given whole or from the root on.
    ///
    /// - Throws: `PathRefusal`, unless it is a regular file below the root.
    func upload(_ text: String) throws(PathRefusal) -> String {
        let names = try names(below: text)
        guard !names.isEmpty else { throw .notAFile }
        let kind: FileAttributeType
        do throws(PathRefusal) { kind = try self.kind(of: names) } catch .notAFolder {
            throw .missing
        }
        guard kind == .typeRegular else { throw .notAFile }
        return whole(names)
    }

    /// The whole path of a folder for packages, given whole or from the root on; it may not exist yet.
    ///
    /// - Throws: `PathRefusal`, unless it is, or can become, a folder below the root or the root itself.
    func output(_ text: String) throws(PathRefusal) -> String {
        let names = try names(below: text)
        let kind: FileAttributeType?
        do throws(PathRefusal) { kind = try self.kind(of: names) } catch .missing { kind = nil }
        guard kind == nil || kind == .typeDirectory else { throw .notAFolder }
        return names.isEmpty ? path : whole(names)
    }

    private func whole(_ names: [String]) -> String {
        ([path == "/" ? "" : path] + names).joined(separator: "/")
    }

    /// The names from the root on.
    private func names(below text: String) throws(PathRefusal) -> [String] {
        guard !text.isEmpty, text.utf8.count <= 4096, !text.utf8.contains(0) else { throw .invalid }
        let own = PathText.names(path)
        var names = PathText.names(text)
        // `..` is never needed, and what it means depends on what stands before it.
        guard !names.contains("..") else { throw .outside }
        if PathText.isAbsolute(text) {
            guard names.starts(with: own) else { throw .outside }
            names.removeFirst(own.count)
        }
        return names
    }

    /// What the last name is; every one before it is a folder.
    private func kind(of names: [String]) throws(PathRefusal) -> FileAttributeType {
        var kind = FileAttributeType.typeDirectory
        for count in names.indices.map({ $0 + 1 }) {
            guard kind == .typeDirectory else { throw .notAFolder }
            let here = whole(Array(names.prefix(count)))
            // Of a link it tells the link's own kind.
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: here),
                let found = attributes[.type] as? FileAttributeType
            else { throw .missing }
            guard found != .typeSymbolicLink else { throw .link }
            kind = found
        }
        return kind
    }
}

/// Why a path is not taken.
enum PathRefusal: Error, Hashable {
    case invalid, outside, link, missing, notAFile, notAFolder
}
