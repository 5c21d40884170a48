internal import Errors
package import MediaModel
internal import Sandbox

extension SandboxError {
    /// Returns the upload's error for an error of its sandbox process.
    package func uploadError(_ upload: String) -> UploadError {
        let report = "check that the file plays; if it does, report this with the file"
        let convert = "convert it to H.264 at its true size"
        return switch self {
        case .notStarted(let reason):
            UploadError(
                .internalError, upload, "no sandbox process could be started (\(reason))",
                advice: "check the host's memory and limits, then run again")
        case .startedLate:
            UploadError(.internalError, upload, message, advice: advice)
        case .serverEnded:
            UploadError(
                .internalError, upload, SandboxServerError().message,
                advice: SandboxServerError().advice)
        case .crashed(let how):
            UploadError(.crashed, upload, "decoding it crashed (\(how))", advice: report)
        case .badReply(let how):
            UploadError(
                .crashed, upload, "decoding it failed (its process sent \(how))",
                advice: report)
        case .tooManyThreads(let count):
            UploadError(
                .crashed, upload, "decoding it failed (its process started \(count) threads)",
                advice: report)
        case .stalled(let seconds):
            UploadError(
                .stalled, upload, "decoding it made no progress for \(seconds) seconds",
                advice: report)
        case .tooMuchMemory:
            UploadError(
                .tooMuchMemory, upload, "decoding it takes more memory than allowed",
                advice: convert)
        case .tooMuchTime:
            UploadError(
                .tooMuchTime, upload, "decoding it takes more CPU time than allowed",
                advice: convert)
        case .tooMuchOutput:
            UploadError(
                .tooMuchOutput, upload, "its output would be larger than allowed",
                advice: report)
        case .notEnded:
            UploadError(
                .stalled, upload, "its sandbox process could not be ended",
                advice: "check the disk of the output folder, then run again",
                retryability: .limited)
        case .killed(let signal):
            UploadError(
                .killed, upload,
                "its sandbox process was killed (signal \(signal))",
                advice: "check that the host has enough memory, then run again")
        }
    }
}

extension UploadError {
    /// Adds the name of the upload, which the work does not know, and limits the texts to one line each.
    package func of(_ upload: Upload) -> UploadError {
        UploadError(
            code, upload.name, message.oneLine(longest: 500), advice: advice.oneLine(longest: 300),
            condition: condition, retryability: retryability,
            cause: (cause as? RecordedError)?.limited(to: 4) { $0.oneLine(longest: 500) })
    }

    /// The same error from a sandbox process, which is not trusted: it is no transient error of the host, on which other
    /// uploads would wait, and is retried a limited number of times.
    var untrusted: UploadError {
        UploadError(
            code, upload, message, advice: advice, condition: condition,
            retryability: code.retryability == .transient ? .limited : code.retryability,
            cause: cause)
    }

    /// An implausible result of a sandbox process, with the reason.
    package static func implausible(_ reason: String, _ upload: Upload) -> UploadError {
        SandboxError.badReply(reason).uploadError(upload.name)
    }
}
