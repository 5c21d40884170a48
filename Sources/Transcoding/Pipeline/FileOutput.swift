internal import Foundation
internal import MediaModel
internal import MediaSandbox
internal import Storage
internal import SystemPackage

/// An output file of a command, which is made in a workspace and placed when it is complete.
struct FileOutput {
    let path: FilePath
    /// Whether an existing file may be replaced.
    let isForced: Bool

    /// The folder of the file.
    var parent: FilePath { path.parent }

    /// Checks that the file can be written, before the upload is processed.
    ///
    /// - Throws: `UploadError.exists`.
    func check(_ upload: Upload) throws {
        guard let status = try? FileStatus(of: path) else { return }
        if let file = try? RegularFile(path), upload.isSame(as: file) {
            throw upload.error(
                .exists, "\(path) is the upload itself",
                advice: "choose another output, which is not the upload",
                condition: .outputIsUpload)
        }
        if !isForced || status.kind != .file {
            throw exists(upload)
        }
    }

    func place(_ file: RegularFile, _ upload: Upload) throws {
        if isForced { return try FilePlacement.replace(path, with: file.path) }
        do {
            try FilePlacement.place(file, at: path)
        } catch {
            throw error.kind == .exists ? exists(upload) : error
        }
    }

    private func exists(_ upload: Upload) -> UploadError {
        upload.error(
            .exists, "\(path) is there already",
            advice: "choose another output, or replace the file", condition: .fileExists)
    }
}
