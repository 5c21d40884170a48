internal import Foundation
public import JobQueue
internal import Storage

/// The folder that contains the uploads and outputs of clients.
///
/// Symbolic links below it are not followed: they could lead out of it.
public struct MediaRoot: Sendable, Hashable {
    public let path: String

    /// Creates the root from an existing folder.
    ///
    /// - Throws: `QueueError` with `BAD_REQUEST`.
    public init(_ path: String) throws(QueueError) {
        let standard = URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
        let trimmed =
            standard.count > 1 && standard.hasSuffix("/") ? String(standard.dropLast()) : standard
        // The root itself may be a link: the operator has named it.
        let attributes = try? FileManager.default.attributesOfItem(atPath: trimmed + "/.")
        guard attributes?[.type] as? FileAttributeType == .typeDirectory else {
            throw QueueError(
                .badRequest, path, "the media root is not a folder",
                advice: "name an existing folder")
        }
        self.path = trimmed
    }

    /// Returns the absolute path of an upload, given by an absolute path or one relative to the root.
    ///
    /// - Throws: `MediaPathError` unless the path leads to a regular file below the root.
    func upload(_ text: String) throws(MediaPathError) -> String {
        let names = try names(below: text)
        guard !names.isEmpty else { throw .notAFile }
        let kind: FileAttributeType
        do throws(MediaPathError) { kind = try self.kind(of: names) } catch .notAFolder {
            throw .missing
        }
        guard kind == .typeRegular else { throw .notAFile }
        return absolutePath(names)
    }

    /// Returns the absolute path of an output folder, which may not exist, given by an absolute path or one relative to the root.
    ///
    /// - Throws: `MediaPathError` unless it is, or can be created as, the root or a folder below it.
    func output(_ text: String) throws(MediaPathError) -> String {
        let names = try names(below: text)
        let kind: FileAttributeType?
        do throws(MediaPathError) { kind = try self.kind(of: names) } catch .missing { kind = nil }
        guard kind == nil || kind == .typeDirectory else { throw .notAFolder }
        return names.isEmpty ? path : absolutePath(names)
    }

    private func absolutePath(_ names: [String]) -> String {
        ([path == "/" ? "" : path] + names).joined(separator: "/")
    }

    /// Splits a path into the names below the root.
    private func names(below text: String) throws(MediaPathError) -> [String] {
        guard !text.isEmpty, text.utf8.count <= 4096, !text.utf8.contains(0) else { throw .invalid }
        let own = PathText.names(path)
        var names = PathText.names(text)
        // `..` is never necessary, and its meaning depends on links before it.
        guard !names.contains("..") else { throw .outside }
        if PathText.isAbsolute(text) {
            guard names.starts(with: own) else { throw .outside }
            names.removeFirst(own.count)
        }
        return names
    }

    /// Returns the type of the last name; all names before it are folders.
    private func kind(of names: [String]) throws(MediaPathError) -> FileAttributeType {
        var kind = FileAttributeType.typeDirectory
        for count in names.indices.map({ $0 + 1 }) {
            guard kind == .typeDirectory else { throw .notAFolder }
            let path = absolutePath(Array(names.prefix(count)))
            // The attributes of a link are its own, not its target's.
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
                let found = attributes[.type] as? FileAttributeType
            else { throw .missing }
            guard found != .typeSymbolicLink else { throw .link }
            kind = found
        }
        return kind
    }
}

/// The error of a path from a client.
enum MediaPathError: Error, Hashable {
    case invalid, outside, link, missing, notAFile, notAFolder
}
