import JobModel
import JobQueue
import Worker

/// An error with the error that led to it, which is printed with `--verbose`.
protocol CausedError: Error {
    var cause: (any Error)? { get }
}

extension QueueError: CausedError {}
extension SubmissionError: CausedError {}
extension TaskError: CausedError {}

extension ErrorLine {
    /// Returns a line for each cause of an error, the direct cause first.
    static func causes(of error: any Error) -> [String] {
        var lines: [String] = []
        var cause = (error as? any CausedError)?.cause
        while let current = cause {
            lines.append("vtranscode: caused by: \(String(describing: current).printable)")
            cause = (current as? any CausedError)?.cause
        }
        return lines
    }
}
