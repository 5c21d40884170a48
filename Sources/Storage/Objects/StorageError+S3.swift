internal import Errors
internal import S3

extension StorageError {
    /// Creates the error of a request about an object; its message has the code of the S3 error.
    init(_ error: S3Error, _ location: Location, for operation: String) {
        self = .object(ObjectError(error), location, for: operation)
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
