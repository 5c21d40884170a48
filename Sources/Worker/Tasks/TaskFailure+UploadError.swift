internal import Errors
internal import JobModel
internal import JobQueue
internal import MediaModel
internal import MediaSandbox

extension TaskFailure {
    init(_ error: UploadError) {
        self.init(
            code: error.code.rawValue, message: error.message, advice: error.advice,
            isPermanent: error.retryability == .never, condition: error.condition?.rawValue)
    }

    /// The failure of a task whose upload has a query that this worker cannot decrypt.
    init(_ error: SecretKeyError) {
        self.init(
            code: error.code.rawValue, message: error.message, advice: error.advice,
            isPermanent: error.code == .unreadable)
    }

    /// The failure after the exit of the fork server, which the task did not cause.
    static func sandboxServerExited(_ error: SandboxServerError) -> TaskFailure {
        TaskFailure(
            code: InternalError.Code.internalError.rawValue, message: error.message,
            advice: error.advice, isPermanent: false)
    }

    /// The failure of a publication whose record no worker could read.
    static func unreadablePublication(checks: Int) -> TaskFailure {
        TaskFailure(
            .unreadablePublication,
            message:
                "the record of its publication cannot be read: \(checks) checks failed, so it is unknown whether "
                + "the package is published",
            advice:
                "check whether the package is in the output folder; the log of the worker has the record. Then retry "
                + "the job, or submit it again",
            isPermanent: false)
    }

    /// The failure of a task that another version of the program created.
    static func unknownTask(_ message: String) -> TaskFailure {
        TaskFailure(
            .unknownTask, message: message,
            advice: "use a worker of the version that submitted the job, or submit it again",
            isPermanent: false)
    }
}
