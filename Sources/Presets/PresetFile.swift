import Foundation

/// Reads preset files: regular ones, and never more of them than a preset can have.
enum PresetFile {
    /// The bytes of the file, or its first where it is too large: one more than `SourceText` takes.
    ///
    /// What is thrown is one problem: the file cannot be read.
    static func bytes(at path: String) throws(PresetError) -> [UInt8] {
        let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        do {
            // Looked at before it is opened: opening a FIFO would wait for somebody to write to it.
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
            throw unreadable(path, "no permission to read it")
        } catch {
            throw unreadable(path, "it cannot be read")
        }
    }

    /// Whether a path into the folder of a file comes, by way of links, to lie outside of it.
    static func leadsAway(_ path: String, from file: String) -> Bool {
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
                advice: "check the path, or take one of `vtranscode presets list`")
        ])
    }
}
