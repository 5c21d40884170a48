internal import Errors
package import S3

extension StorageError {
    /// Creates the error of a request to a bucket; its message has the code of the S3 error.
    ///
    /// An error of storage that led to it, such as that of a lost lease, is returned as it is.
    package init(_ error: S3Error, _ location: Location, for operation: String) {
        self = error.cause as? StorageError ?? .object(ObjectError(error), location, for: operation)
    }
}

extension ObjectError {
    init(_ error: S3Error) {
        switch error.code {
        case .changed: self = .changed
        case .noSuchKey: self = .gone
        case .archived: self = .archived
        case .expiredURL: self = .expired
        default:
            self = .failed(
                "\(error.message) (\(error.code.rawValue))", advice: error.advice,
                isTransient: error.retryability != .never)
        }
    }
}

extension S3Error {
    /// Creates the error of a request that another part of this program forbids.
    init(_ error: StorageError, _ subject: String) {
        self.init(.cancelled, subject, error.message, advice: error.advice, cause: error)
    }
}
