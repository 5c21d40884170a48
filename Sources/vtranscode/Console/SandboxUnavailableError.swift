import Errors
import MediaSandbox

/// The sandbox that a command requires is not available.
struct SandboxUnavailableError: CodedError {
    let code = SandboxServerError.Code.noSandbox
    let message: String
    let advice: String
    let cause: (any Error)?

    init(_ message: String, advice: String, cause: (any Error)? = nil) {
        self.message = message
        self.advice = advice
        self.cause = cause
    }
}
