public import MediaModel
internal import MediaSandbox
internal import Packaging
internal import Storage

/// A package that is whole on the disk and not yet published, as a record that any process can act on.
///
/// Whoever publishes keeps this record first: then every later step can be made again by another process, and nothing
/// happens twice.
public struct BuiltPackage: Codable, Hashable, Sendable {
    /// As it will be.
    public let result: PackageResult
    private let upload: String
    private let staged: StagedPackage

    /// The names in JSON, which queues store.
    private enum CodingKeys: String, CodingKey {
        case result, upload
        case staged = "staged"
    }

    init(_ result: PackageResult, upload: String, staged: StagedPackage) {
        self.result = result
        self.upload = upload
        self.staged = staged
    }

    /// Gives it its name, by one atomic step; if that was done before, nothing happens.
    ///
    /// Has another order made the same package meanwhile, that is it, and this one is removed.
    ///
    /// - Throws: `UploadError`, `exists` if the name is another's by now: then what was built is removed.
    public func publish() throws(UploadError) {
        do {
            try staged.publish(as: result.name, in: result.output)
        } catch {
            guard error.kind == .exists else { throw fault(error) }
            let isThere = isThereAlready
            // Whether that is done now or with the order's folder makes no difference to anybody.
            _ = try? staged.withdraw(from: result.name, in: result.output)
            if isThere { return }
            throw LocalDestination(output: result.output, name: result.name).appeared(upload)
        }
    }

    /// Whether the name is that of a whole package made from the same upload in the same way; never through a link.
    private var isThereAlready: Bool {
        let own = ExistingPackage(PathText.name(staged.folder), in: PathText.parent(staged.folder))
        guard let key = own?.manifest.key,
            (try? FileStatus(of: "\(result.output)/\(result.name)"))?.kind == .folder,
            let other = ExistingPackage(result.name, in: result.output)
        else { return false }
        return other.manifest.key == key && (try? other.isComplete()) == true
    }

    /// Whether it still waits for its name; false if it has that, or was removed.
    public func isWaiting() throws(UploadError) -> Bool {
        do {
            return try staged.isWaiting()
        } catch {
            throw fault(error)
        }
    }

    /// What became of a package that was not to be published.
    public enum Withdrawal: Hashable, Sendable {
        case withdrawn
        /// Too late.
        case published
    }

    /// Removes it, unless it is published.
    public func withdraw() throws(UploadError) -> Withdrawal {
        do {
            switch try staged.withdraw(from: result.name, in: result.output) {
            case .withdrawn: return .withdrawn
            case .published: return .published
            }
        } catch {
            throw fault(error)
        }
    }

    private func fault(_ error: StorageError) -> UploadError {
        UploadErrorMapping.uploadError(error, upload: upload, output: result.output)
    }
}
