internal import Foundation

/// The content of a file of settings, with the permissions that matter for secrets.
struct SettingsFile {
    /// The error of a file that exists and cannot be read.
    struct UnreadableError: Error {
        let reason: String
    }

    let text: String
    /// Whether users other than its owner may read the file.
    let isReadableByOthers: Bool

    /// Reads a regular file of at most `maximumSize` bytes; `nil` if there is none.
    init?(at path: String, maximumSize: Int = SectionFile.maximumSize) throws(UnreadableError) {
        let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        do {
            // The type is checked first, since opening a FIFO waits for a writer.
            let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
            guard attributes[.type] as? FileAttributeType == .typeRegular else {
                throw UnreadableError(reason: "not a regular file")
            }
            let file = try FileHandle(forReadingFrom: url)
            defer { try? file.close() }
            let data = try file.read(upToCount: maximumSize + 1) ?? Data()
            guard data.count <= maximumSize else {
                throw UnreadableError(reason: "more than \(maximumSize) bytes")
            }
            guard let text = String(data: data, encoding: .utf8) else {
                throw UnreadableError(reason: "not UTF-8")
            }
            self.text = text
            let permissions = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
            isReadableByOthers = permissions & 0o044 != 0
        } catch let error as UnreadableError {
            throw error
        } catch CocoaError.fileReadNoSuchFile, CocoaError.fileNoSuchFile {
            return nil
        } catch CocoaError.fileReadNoPermission {
            throw UnreadableError(reason: "no permission to read the file")
        } catch {
            throw UnreadableError(reason: "could not be read")
        }
    }
}
