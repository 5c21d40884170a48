internal import Foundation
public import JobQueue
internal import Storage
public import SystemPackage

/// The folder that contains the uploads and outputs of clients.
///
/// Symbolic links below it are not followed: they could lead out of it.
public struct MediaRoot: Sendable, Hashable {
    public let path: FilePath

    /// Creates the root from an existing folder.
    ///
    /// - Throws: `QueueError` with `BAD_REQUEST`.
    public init(_ path: FilePath) throws(QueueError) {
        let standard = FilePath(
            URL(filePath: path.string).standardizedFileURL.path(percentEncoded: false))
        // The root itself may be a link: the operator has named it.
        let attributes = try? FileManager.default.attributesOfItem(
            atPath: standard.appending(".").string)
        guard !path.isEmpty, attributes?[.type] as? FileAttributeType == .typeDirectory else {
            throw QueueError(
                .badRequest, path.string, "the media root is not a folder",
                advice: "name an existing folder")
        }
        self.path = standard
    }

    /// Returns the absolute path of an upload, given by an absolute path or one relative to the root.
    ///
    /// - Throws: `MediaPathError` unless the path leads to a regular file below the root.
    func upload(_ text: String) throws(MediaPathError) -> FilePath {
        let names = try names(below: text)
        guard !names.isEmpty else { throw .notAFile }
        let kind: FileAttributeType
        do throws(MediaPathError) { kind = try self.kind(of: names) } catch .notAFolder {
            throw .missing
        }
        guard kind == .typeRegular else { throw .notAFile }
        return path.appending(names)
    }

    /// Returns the absolute path of an output folder, which may not exist, given by an absolute path or one relative to the root.
    ///
    /// - Throws: `MediaPathError` unless it is, or can be created as, the root or a folder below it.
    func output(_ text: String) throws(MediaPathError) -> FilePath {
        let names = try names(below: text)
        let kind: FileAttributeType?
        do throws(MediaPathError) { kind = try self.kind(of: names) } catch .missing { kind = nil }
        guard kind == nil || kind == .typeDirectory else { throw .notAFolder }
        return path.appending(names)
    }

    /// Splits a path into the names below the root.
    private func names(below text: String) throws(MediaPathError) -> [FilePath.Component] {
        guard text.utf8.count <= 4096, let requested = try? FilePath(checking: text) else {
            throw .invalid
        }
        let own = path.names
        var names = requested.names
        // `..` is never necessary, and its meaning depends on links before it.
        guard !names.contains(where: { $0.kind == .parentDirectory }) else { throw .outside }
        if requested.isAbsolute {
            guard names.starts(with: own) else { throw .outside }
            names.removeFirst(own.count)
        }
        return names
    }

    /// Returns the type of the last name; all names before it are folders.
    private func kind(of names: [FilePath.Component]) throws(MediaPathError) -> FileAttributeType {
        var kind = FileAttributeType.typeDirectory
        for count in names.indices.map({ $0 + 1 }) {
            guard kind == .typeDirectory else { throw .notAFolder }
            let path = path.appending(names.prefix(count))
            // The attributes of a link are its own, not its target's.
            guard
                let attributes = try? FileManager.default.attributesOfItem(
                    atPath: path.string),
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
    case invalid, invalidURL, outside, link, missing, notAFile, notAFolder, notAnObject
}
