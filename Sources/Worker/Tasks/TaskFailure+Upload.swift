internal import JobQueue
internal import MediaModel
internal import MediaSandbox

extension TaskFailure {
    init(_ error: UploadError) {
        self.init(
            code: error.code.rawValue, message: error.reason, advice: error.advice,
            isPermanent: error.outlook == .permanent)
    }

    /// The server of sandbox processes has ended: the task is not at fault.
    static func sandboxLost(_ error: SandboxLost) -> TaskFailure {
        TaskFailure(
            code: UploadError.Code.internalFault.rawValue, message: error.description,
            advice: error.advice, isPermanent: false)
    }

    /// Of a job that was made by another version of this program.
    static func unknown(_ reason: String) -> TaskFailure {
        TaskFailure(
            .unknownTask, message: reason,
            advice: "let workers of the version that submitted it do it, or submit it again",
            isPermanent: false)
    }
}
