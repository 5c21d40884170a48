internal import Foundation
internal import MediaModel
internal import MediaSandbox
internal import Packaging
internal import Storage

/// Where a package is to be published.
struct LocalDestination {
    let output: String
    let name: String
    /// Whether the package may be a link to one.
    var followsLinks = true

    private var folder: String { "\(output)/\(name)" }

    /// The package of a key that is there already; `nil` if one is to be made.
    ///
    /// - Throws: `UploadError.exists` if something else is there that may not be replaced.
    func package(of key: String, _ upload: Upload, isForced: Bool = false) throws -> Manifest? {
        guard FileManager.default.fileExists(atPath: folder) else { return nil }
        let package = mayBeRead ? try ExistingPackage.find(name, in: output) : nil
        // Only what this program made is replaced, even with --force.
        if isForced, package != nil { return nil }
        if let package, package.manifest.key == key, try package.isComplete() {
            return package.manifest
        }
        let isEmpty =
            mayBeRead
            && (try? FileManager.default.contentsOfDirectory(atPath: folder))?.isEmpty ?? false
        guard !isEmpty else { return nil }
        throw upload.error(
            .exists,
            package == nil
                ? "\(folder) is there and is no package"
                : package?.manifest.key == key
                    ? "\(folder) was made from this upload, but files of it are missing"
                    : "\(folder) is there, made from another upload or part of it, captions, preset or build",
            advice: package == nil
                ? "choose another name or output folder, or move the existing folder"
                : "choose another name or output folder, or replace the package")
    }

    private var mayBeRead: Bool {
        followsLinks || (try? FileStatus(of: folder))?.kind == .folder
    }

    /// Gives a built package its name.
    ///
    /// - Throws: `UploadError.exists` if something came there meanwhile.
    func publish(_ built: String, _ upload: Upload, isForced: Bool) throws {
        do {
            try PackageFolder.publish(built, as: name, in: output, replacing: isForced)
        } catch {
            guard error.kind == .exists else { throw error }
            throw appeared(upload.path)
        }
    }

    /// Something has taken the name since work began.
    func appeared(_ upload: String) -> UploadError {
        UploadError(
            .exists, upload, "\(folder) appeared while it was made",
            advice: "choose another name or output folder, or replace the package")
    }
}
