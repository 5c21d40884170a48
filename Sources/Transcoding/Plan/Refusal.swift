/// Why a preset refuses an upload; the upload's name is not the plan's business.
struct Refusal: Error {
    let code: UploadError.Code
    let reason: String
    let advice: String
}
