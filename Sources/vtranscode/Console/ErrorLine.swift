import ArgumentParser
import JobQueue
import MediaModel
import MediaSandbox
import Presets

/// Errors as lines of standard error; control characters of file names are replaced.
enum ErrorLine {
    static func text(_ message: String) -> String { "vtranscode: error: \(message.printable)" }

    static func text(for error: UploadError) -> String { text(error.commandText) }

    /// Returns a line for each problem; none for errors that are reported elsewhere.
    static func lines(for error: any Error) -> [String] {
        switch error {
        case is ExitCode, is CancellationError: []
        case let error as UploadError: [text(for: error)]
        case let error as QueueError: [text(error.commandText)]
        case let error as SandboxServerError: [text("\(error); \(error.advice)")]
        default:
            String(describing: error).split(whereSeparator: \.isNewline).map { text(String($0)) }
        }
    }
}
