internal import JobQueue
internal import Transcoding

extension TaskFailure {
    init(_ error: UploadError) {
        self.init(
            code: error.code.rawValue, message: error.reason, advice: error.advice,
            isPermanent: error.outlook == .permanent)
    }

    /// Of a job that was made by another version of this program.
    static func unknown(_ reason: String) -> TaskFailure {
        TaskFailure(
            .unknownTask, message: reason,
            advice: "let workers of the version that submitted it do it, or submit it again",
            isPermanent: false)
    }
}
