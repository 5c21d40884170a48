package import MediaModel
internal import Sandbox

extension SandboxError {
    /// What it means for the upload.
    package func uploadError(_ upload: String) -> UploadError {
        let report = "check that the file plays; if it does, report this with the file"
        let convert = "convert it to H.264 at its true size"
        return switch self {
        case .notStarted(let reason):
            UploadError(
                .internalError, upload, "no sandbox process could be started (\(reason))",
                advice: "check the machine's memory and limits, then run again")
        case .serverEnded:
            UploadError(
                .internalError, upload, "the server of sandbox processes has ended",
                advice: SandboxLost().advice)
        case .crashed(let how):
            UploadError(.crashed, upload, "decoding it crashed (\(how))", advice: report)
        case .badReply(let how):
            UploadError(
                .crashed, upload, "decoding it went wrong (its process sent \(how))",
                advice: report)
        case .tooManyThreads(let count):
            UploadError(
                .crashed, upload, "decoding it went wrong (its process started \(count) threads)",
                advice: report)
        case .stalled(let seconds):
            UploadError(
                .stalled, upload, "decoding it got nowhere for \(seconds) seconds", advice: report)
        case .tooMuchMemory:
            UploadError(
                .tooMuchMemory, upload, "decoding it takes more memory than it may",
                advice: convert)
        case .tooMuchTime:
            UploadError(
                .tooMuchTime, upload, "decoding it takes more time than it may",
                advice: convert)
        case .tooMuchOutput:
            UploadError(
                .tooMuchOutput, upload, "what is made from it would be larger than it may",
                advice: report)
        case .notEnded:
            UploadError(
                .stalled, upload, "the process that worked on it could not be ended",
                advice: "check the disk of the output folder, then run again",
                retryability: .limited)
        case .killed(let signal):
            UploadError(
                .killed, upload,
                "the process that worked on it was killed (signal \(signal))",
                advice: "check that the machine has enough memory, then run again")
        }
    }
}

extension UploadError {
    /// The same of an upload that the work did not know the name of, in one line each.
    package func of(_ upload: Upload) -> UploadError {
        UploadError(
            code, upload.path, reason.oneLine(longest: 500), advice: advice.oneLine(longest: 300),
            retryability: retryability)
    }

    /// The same where a sandbox process says so: it cannot blame the machine, whose other uploads would suffer.
    var doubted: UploadError {
        UploadError(
            code, upload, reason, advice: advice,
            retryability: code.retryability == .transient ? .limited : code.retryability)
    }

    /// What a sandbox process left or said is other than it can be.
    package static func implausible(_ reason: String, _ upload: Upload) -> UploadError {
        SandboxError.badReply(reason).uploadError(upload.path)
    }
}
