/// Why a preset refuses an upload; the upload's name is not the plan's business.
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
