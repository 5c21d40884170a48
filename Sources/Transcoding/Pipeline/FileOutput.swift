internal import Foundation
internal import MediaModel
internal import MediaSandbox
internal import Storage
internal import SystemPackage

/// An output file or object of a command, which is made in a workspace and placed when it is complete.
struct FileOutput {
    let location: Location
    let storage: StorageRegistry
    /// Whether an existing file or object may be replaced.
    let isForced: Bool

    /// The folder of the file, or the prefix of the object.
    var parent: Location {
        location.path.map { Location($0.parent) } ?? location.sibling("") ?? location
    }

    /// Checks that the output can be written, before the upload is processed.
    ///
    /// - Throws: `UploadError.exists`; `StorageError` if a bucket cannot be asked.
    func check(_ upload: Upload) throws {
        if let path = location.path { return try check(path, upload) }
        let object = try storage.object(at: location)
        if location == upload.location { throw isUpload(upload) }
        if !isForced, try object.exists() { throw exists(upload) }
    }

    private func check(_ path: FilePath, _ upload: Upload) throws {
        guard let status = try? FileStatus(of: path) else { return }
        if let file = try? RegularFile(path), upload.isSame(as: file) { throw isUpload(upload) }
        guard status.kind == .file else {
            throw upload.error(
                .exists, "\(location) is not a regular file", advice: "choose another output",
                condition: .outputIsNoFile)
        }
        if !isForced { throw exists(upload) }
    }

    func place(_ file: RegularFile, _ upload: Upload) throws {
        do throws(StorageError) {
            guard let path = location.path else {
                return try storage.object(at: location).write(file, replaces: isForced)
            }
            if isForced { return try FilePlacement.replace(path, with: file.path) }
            try FilePlacement.place(file, at: path)
        } catch {
            throw error.kind == .exists ? exists(upload) : error
        }
    }

    private func isUpload(_ upload: Upload) -> UploadError {
        upload.error(
            .exists, "\(location) is the upload itself",
            advice: "choose another output, which is not the upload", condition: .outputIsUpload)
    }

    private func exists(_ upload: Upload) -> UploadError {
        upload.error(
            .exists, "\(location) is there already",
            advice: "choose another output, or replace the file", condition: .fileExists)
    }
}
