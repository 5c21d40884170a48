internal import Foundation
package import MediaModel
internal import MediaSandbox
internal import Packaging
package import Storage
internal import SystemPackage

/// The record of a staged package: complete, and not published yet.
///
/// A worker stores the record before it commits the package. Another process can then repeat each later step, and no step has an
/// effect twice.
package struct BuiltPackage: Codable, Hashable, Sendable {
    /// The result of the job, once the package is committed.
    package let result: PackageResult
    private let upload: String
    private let staged: StagedPackage

    init(_ result: PackageResult, upload: String, staged: StagedPackage) {
        self.result = result
        self.upload = upload
        self.staged = staged
    }

    /// The destination, where a link is never taken for a package.
    private func destination(
        in storage: StorageRegistry
    ) throws(UploadError) -> any PackageDestination {
        do {
            return try storage.destination(at: result.output, followsLinks: false)
        } catch {
            throw uploadError(error)
        }
    }

    /// Gives the package its name by one atomic step; a package that is committed already stays as it is.
    ///
    /// If another job has published the same package meanwhile, this one is removed.
    ///
    /// - Throws: `UploadError`, `exists` if something else has got the name; then this package is removed.
    package func commit(in storage: StorageRegistry) throws(UploadError) {
        let destination = try destination(in: storage)
        do {
            try destination.commit(staged, as: result.name, replacing: false)
        } catch {
            guard error.kind == .exists else { throw uploadError(error) }
            let isPublished = isPublishedByAnotherJob(in: destination)
            // A package that cannot be removed now is removed with the workspace.
            _ = try? destination.rollBack(staged, from: result.name)
            if isPublished { return }
            throw PackageAddress(destination: destination, name: result.name).appeared(upload)
        }
    }

    /// Whether the name is that of a complete package with the same key.
    private func isPublishedByAnotherJob(in destination: any PackageDestination) -> Bool {
        guard
            let bytes = try? destination.content(
                of: FilePath(Manifest.fileName), in: staged, limit: FoundManifest.largestSize),
            case .current(let manifest) = FoundManifest(bytes),
            let other = try? ExistingPackage.find(result.name, in: destination)
        else { return false }
        return (try? other.isComplete(key: manifest.key)) ?? false
    }

    /// Returns whether the package is staged; false if it is committed, or was removed.
    package func isStaged(in storage: StorageRegistry) throws(UploadError) -> Bool {
        let destination = try destination(in: storage)
        do {
            return try destination.isStaged(staged)
        } catch {
            throw uploadError(error)
        }
    }

    /// The state of a package after a roll-back.
    package enum RollBack: Hashable, Sendable {
        case rolledBack
        /// The commit came first.
        case committed
    }

    /// Removes the package, unless it is committed.
    package func rollBack(in storage: StorageRegistry) throws(UploadError) -> RollBack {
        let destination = try destination(in: storage)
        do {
            switch try destination.rollBack(staged, from: result.name) {
            case .rolledBack: return .rolledBack
            case .committed: return .committed
            }
        } catch {
            throw uploadError(error)
        }
    }

    private func uploadError(_ error: StorageError) -> UploadError {
        UploadErrorMapping.uploadError(error, upload: upload, output: result.output.description)
    }
}
