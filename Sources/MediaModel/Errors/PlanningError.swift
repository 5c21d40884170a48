/// The reason why a preset refuses an upload.
///
/// The error has no name of the upload, since plans have none; the reporting code converts it to an `UploadError`. `code`
/// identifies the condition, so that a command or an API can add a remedy in its own terms.
package struct PlanningError: Error {
    package let code: UploadError.Code
    /// The condition, as a sentence for a person.
    package let message: String
    /// The remedy, as a sentence for a person.
    package let advice: String

    package init(
        code: UploadError.Code,
        message: String,
        advice: String
    ) {
        self.code = code
        self.message = message
        self.advice = advice
    }
}
