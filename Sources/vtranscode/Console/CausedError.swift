import JobModel
import JobQueue
import Worker

/// An error with the error that led to it, which is printed with `--verbose`.
protocol CausedError: Error {
    /// The error that led to this one; `nil` if there is none.
    var cause: (any Error)? { get }
}

extension QueueError: CausedError {}
extension SubmissionError: CausedError {}
extension TaskError: CausedError {}
extension UnknownPublicationError: CausedError {}

extension ErrorLine {
    /// The maximum number of causes that are printed.
    private static let causeLimit = 8

    /// Returns a line for each cause of an error, the direct cause first.
    static func causes(of error: any Error) -> [String] {
        var lines: [String] = []
        var cause = (error as? any CausedError)?.cause
        while let current = cause, lines.count < causeLimit {
            lines.append("vtranscode: caused by: \(String(describing: current).printable)")
            cause = (current as? any CausedError)?.cause
        }
        return lines
    }
}
