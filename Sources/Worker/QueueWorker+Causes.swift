internal import Errors
internal import JobQueue
internal import Logging

extension QueueWorker {
    /// The metadata `cause` of logs about an error: the errors that led to it, the direct cause first; empty without any.
    ///
    /// An error that only repeats the message of the failure is left out, as the metadata `error` has it.
    static func metadata(causesOf error: any Error) -> Logger.Metadata {
        let causes = (error as? any CausedError)?.causes() ?? []
        let message = (error as? TaskError)?.failure.message
        let texts = causes.map { String(describing: $0) }.filter { text in
            message.map { !text.contains($0) } ?? true
        }
        return texts.isEmpty ? [:] : ["cause": .array(texts.map { .string($0) })]
    }
}
