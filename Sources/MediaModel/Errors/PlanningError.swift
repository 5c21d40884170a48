/// The reason why a preset refuses an upload.
///
/// It has no name of the upload, since plans have none; whoever reports it makes an `UploadError` of it. `code` identifies
/// the condition, so that a command or an API can add a remedy in its own terms.
package struct PlanningError: Error {
    package let code: UploadError.Code
    package let reason: String
    package let advice: String

    package init(
        code: UploadError.Code,
        reason: String,
        advice: String
    ) {
        self.code = code
        self.reason = reason
        self.advice = advice
    }
}
