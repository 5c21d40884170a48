internal import Errors

/// The reason why a preset refuses an upload.
///
/// The error has no name of the upload, since plans have none; the reporting code converts it to an `UploadError`.
package struct PlanningError: CodedError {
    package let code: UploadError.Code
    package let message: String
    package let advice: String
    /// The condition, if the command has a remedy of its own.
    package let condition: UploadError.Condition?

    package init(
        code: UploadError.Code,
        message: String,
        advice: String,
        condition: UploadError.Condition? = nil
    ) {
        self.code = code
        self.message = message
        self.advice = advice
        self.condition = condition
    }
}

extension UploadError {
    /// Makes the error of an upload that a preset refuses.
    package init(_ error: PlanningError, upload: String) {
        self.init(
            error.code, upload, error.message, advice: error.advice, condition: error.condition)
    }
}
