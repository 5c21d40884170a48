internal import MediaModel
internal import MediaSandbox
internal import Packaging
internal import Storage
internal import SystemPackage

/// The name of a package in a destination.
struct PackageAddress {
    let destination: any PackageDestination
    let name: String

    private static let bucketAdvice =
        "choose another name or prefix, or remove the package and wait until its name is free"

    private var path: Location { destination.location(of: name) }

    /// Returns the manifest of the complete package of a key; `nil` if the package is to be made.
    ///
    /// - Throws: `UploadError.exists` if something else has the name that may not be replaced.
    func package(of key: String, _ upload: Upload, isForced: Bool = false) throws -> Manifest? {
        guard try !destination.isFree(name) else { return nil }
        let package = try ExistingPackage.find(name, in: destination)
        // Only packages are replaced.
        if isForced, package != nil { return nil }
        if let package, try package.isComplete(key: key) { return package.manifest }
        throw error(upload.name, reason(package, key), isPackage: package != nil)
    }

    private func reason(_ package: ExistingPackage?, _ key: String) -> String {
        guard let package else { return "\(path) is there and is no package" }
        guard let manifest = package.manifest else {
            return "\(path) is \(FoundManifest.origin(ofSchema: package.schema))"
        }
        return manifest.key == key
            ? "\(path) was made from this upload, but files of it are missing"
            : "\(path) is there, made from another upload or part of it, captions, preset or build"
    }

    /// Begins to write a package.
    ///
    /// - Throws: `UploadError.exists` if the destination cannot replace the package that has the name.
    func draft(
        _ upload: Upload, by writer: PackageWriter, at path: FilePath
    ) throws -> any PackageDraft {
        do {
            return try destination.draft(name, by: writer, at: path)
        } catch {
            guard error.kind == .exists else { throw error }
            throw upload.error(
                .exists, "\(self.path) is there, and packages of a bucket are never replaced",
                advice: Self.bucketAdvice, condition: .nameTakenInBucket)
        }
    }

    /// Removes what a job has written, unless it is committed.
    func discardDraft(of job: String) throws {
        try destination.discardDraft(of: name, job: job)
    }

    /// Commits a staged package.
    ///
    /// - Throws: `UploadError.exists` if something has got the name meanwhile.
    func commit(_ package: StagedPackage, _ upload: Upload, isForced: Bool) throws {
        do {
            try destination.commit(package, as: name, replacing: isForced)
        } catch {
            throw error.kind == .exists ? appeared(upload.name) : error
        }
    }

    /// The error of a name that was taken during the work on the upload.
    func appeared(_ upload: String) -> UploadError {
        // If the store fails now, no package is known that could be replaced.
        let package = (try? ExistingPackage.find(name, in: destination)) ?? nil
        return error(upload, "\(path) appeared while it was made", isPackage: package != nil)
    }

    /// The error of a name that is taken; only packages are replaced.
    private func error(_ upload: String, _ reason: String, isPackage: Bool) -> UploadError {
        if isPackage, path.path == nil {
            return UploadError(
                .exists, upload, reason, advice: Self.bucketAdvice, condition: .nameTakenInBucket)
        }
        return UploadError(
            .exists, upload, reason,
            advice: isPackage
                ? "choose another name or output folder, or replace the package"
                : "choose another name or output folder, or move the existing folder",
            condition: isPackage ? .nameTaken : .nameTakenByOther)
    }
}
