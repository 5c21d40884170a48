import ArgumentParser
import JobQueue
import MediaModel
import MediaSandbox
import Presets

/// How an error looks on standard error: one line, whatever the file's name holds.
enum ErrorLine {
    static func text(_ message: String) -> String { "vtranscode: error: \(message.printable)" }

    static func text(for error: UploadError) -> String { text(error.description) }

    /// A line for each problem; none for what says nothing by itself.
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
