internal import Storage

/// A package that is whole on the disk and not yet published, as a record that any process can act on.
///
/// Whoever publishes keeps this record first: then every later step can be made again by another process, and nothing
/// happens twice.
public struct BuiltPackage: Codable, Hashable, Sendable {
    /// As it will be.
    public let result: PackageResult
    private let upload: String
    private let sealed: SealedPackage

    init(_ result: PackageResult, upload: String, sealed: SealedPackage) {
        self.result = result
        self.upload = upload
        self.sealed = sealed
    }

    /// Gives it its name, by one atomic step; if that was done before, nothing happens.
    ///
    /// - Throws: `UploadError`, `exists` if the name is another's by now: then what was built is removed.
    public func publish() throws(UploadError) {
        do {
            try sealed.publish(as: result.name, in: result.output)
        } catch {
            guard error.kind == .exists else { throw fault(error) }
            // Whether that is done now or with the order's folder makes no difference to anybody.
            _ = try? sealed.withdraw(from: result.name, in: result.output)
            throw PackagePlace(output: result.output, name: result.name).appeared(upload)
        }
    }

    /// Whether it still waits for its name; false if it has that, or was removed.
    public func isWaiting() throws(UploadError) -> Bool {
        do {
            return try sealed.isWaiting()
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
            switch try sealed.withdraw(from: result.name, in: result.output) {
            case .withdrawn: return .withdrawn
            case .published: return .published
            }
        } catch {
            throw fault(error)
        }
    }

    private func fault(_ error: StorageError) -> UploadError {
        RunFault.uploadError(error, upload: upload, output: result.output)
    }
}
