import Foundation

/// Reads preset files: regular files only, and at most the size of a preset.
///
/// Foundation resolves symbolic links and reads the type of a file; `FilePath` of swift-system could only compare the
/// resolved paths, and Presets would get one more dependency.
enum PresetFile {
    /// Returns the bytes of a file; of a file that is too large, one byte more than `SourceText` accepts.
    ///
    /// - Throws: One problem, `Rule.fileUnreadable`.
    static func bytes(at path: String) throws(PresetError) -> [UInt8] {
        let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        do {
            // The type is checked first, since opening a FIFO waits for a writer.
            let type = try FileManager.default.attributesOfItem(atPath: url.path)[.type]
            guard type as? FileAttributeType == .typeRegular else {
                throw unreadable(
                    path,
                    path.hasSuffix("/")
                        ? "no .yaml or .yml file in the folder" : "not a regular file")
            }
            let file = try FileHandle(forReadingFrom: url)
            defer { try? file.close() }
            return Array(try file.read(upToCount: SourceText.maximumSize + 1) ?? Data())
        } catch let error as PresetError {
            throw error
        } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
            throw unreadable(path, "no such file")
        } catch CocoaError.fileReadNoPermission {
            throw unreadable(path, "no permission to read the file")
        } catch {
            throw unreadable(path, "could not be read")
        }
    }

    /// Returns whether a path leads, through symbolic links, outside the folder of a file.
    static func isOutsideFolder(_ path: String, of file: String) -> Bool {
        let end = file.lastIndex(of: "/")
        let folder = end.map { String(file[...$0]) } ?? "."
        let root = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        return !target.hasPrefix(root.hasSuffix("/") ? root : root + "/")
    }

    private static func unreadable(_ path: String, _ reason: String) -> PresetError {
        PresetError([
            Problem(
                file: path, line: 0, column: 0, rule: .fileUnreadable, message: reason,
                advice: "check the path, or use a shipped preset")
        ])
    }
}
