import ArgumentParser
import Errors
import JobQueue
import MediaModel
import MediaSandbox
import Presets
import S3
import Storage
import Transcoding
import Worker

/// Errors as lines of standard error; control characters of file names are replaced.
enum ErrorLine {
    static func text(_ message: String) -> String { "vtranscode: error: \(message.printable)" }

    static func warning(_ message: String) -> String {
        "vtranscode: warning: \(message.printable)"
    }

    /// Returns a line for each finding of an upload that is a warning or an error.
    static func warnings(of result: UploadResult) -> [String] {
        result.warnings.map { warning("\(result.upload): \($0.code): \($0.message)") }
    }

    static func text(for error: UploadError) -> String { text(error.commandText) }

    /// Returns a line for each problem; none for errors that are reported elsewhere.
    static func lines(for error: any Error) -> [String] {
        switch error {
        case is ExitCode, is CancellationError: []
        case let error as UploadError: [text(for: error)]
        case let error as QueueError: [text(error.commandText)]
        case let error as UsageError: [text(error.commandText)]
        case is PresetError, is BucketSettingsError, is WorkerError: described(error)
        case let error as StorageError: [text("\(error.location): \(error.line)")]
        case let error as any CodedError: [text(error.line)]
        default: described(error)
        }
    }

    private static func described(_ error: any Error) -> [String] {
        String(describing: error).split(whereSeparator: \.isNewline).map { text(String($0)) }
    }
}
