internal import CPlatform
internal import Foundation

/// How a child came to its end while it worked: the cause of the upload's error.
enum WorkerEnd: Error, Sendable {
    /// By a signal of its own making, or by leaving without an answer.
    case crashed(String)
    /// Nothing was heard of it for so many seconds.
    case stalled(Int)
    case tooMuchMemory
    case tooMuchTime
    case tooMuchOutput
    /// By a signal that somebody else sent.
    case killed(Int32)

    /// Reads the end of a process.
    ///
    /// - Parameters:
    ///   - ending: As the system tells it.
    ///   - peakBefore: Bytes that it held at most before this work.
    ///   - limits: What it was allowed; a process that crashes beyond half of its memory, which is more than honest work
    ///     needs, is taken for one that got no more.
    init(_ ending: vt_ending, peakBefore: Int, limits: WorkLimits) {
        self =
            switch ending.signal {
            case SIGXCPU: .tooMuchTime
            case SIGXFSZ: .tooMuchOutput
            case SIGKILL, SIGTERM, SIGINT, SIGHUP: .killed(ending.signal)
            case let signal:
                if Self.isOutOfMemory(Int(ending.peak), before: peakBefore, limits) {
                    .tooMuchMemory
                } else {
                    .crashed(signal == 0 ? "exit status \(ending.status)" : "signal \(signal)")
                }
            }
    }

    static func isOutOfMemory(_ peak: Int, before: Int, _ limits: WorkLimits) -> Bool {
        peak > before && peak >= limits.memory / 2
    }

    func error(_ upload: String) -> UploadError {
        let another = "check that the file plays; if it does, report this with the file"
        return switch self {
        case .crashed(let how):
            UploadError(.crashed, upload, "decoding it crashed (\(how))", advice: another)
        case .stalled(let seconds):
            UploadError(
                .stalled, upload, "decoding it got nowhere for \(seconds) seconds", advice: another)
        case .tooMuchMemory:
            UploadError(
                .tooMuchMemory, upload, "decoding it takes more memory than it may",
                advice: "convert it to H.264 at its true size")
        case .tooMuchTime:
            UploadError(
                .tooMuchTime, upload, "decoding it takes more CPU time than it may",
                advice: "convert it to H.264 at its true size")
        case .tooMuchOutput:
            UploadError(
                .tooMuchOutput, upload, "a file made from it would be larger than it may",
                advice: another)
        case .killed(let signal):
            UploadError(
                .killed, upload,
                "the process that worked on it was killed (signal \(signal))",
                advice: "check that the machine has enough memory, then run again")
        }
    }
}
