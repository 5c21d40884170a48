internal import Errors
internal import JobModel
internal import JobQueue
internal import Transcoding

// Records in the queue that another version of the program may have written.

extension ClaimedTask {
    /// Reads the payload.
    ///
    /// - Throws: `TaskError`.
    func readPayload<Value: Decodable>() throws(TaskError) -> Value {
        do {
            return try PayloadJSON.value(payload)
        } catch {
            throw TaskError(
                .unknownTask("this worker cannot read the payload of the task (\(kind))"),
                cause: error)
        }
    }
}

extension ClaimedPublication {
    /// The checks after which a record that cannot be read fails its job.
    ///
    /// Chosen for more than an hour of checks, in which workers of the version that wrote the record can be started.
    static let maxUnreadableChecks = 100

    /// The package of the record.
    ///
    /// - Throws: `UnknownPublicationError` if this version cannot read the record; `TaskError` after the last check.
    var built: BuiltPackage {
        get throws {
            do {
                return try PayloadJSON.value(record)
            } catch {
                // A worker of the version that wrote the record can resolve it.
                let cause = UnreadableRecordError(record: record, cause: error)
                guard checks + 1 >= Self.maxUnreadableChecks else {
                    throw UnknownPublicationError(cause: cause)
                }
                throw TaskError(.unreadablePublication(checks: checks + 1), cause: cause)
            }
        }
    }
}

/// The error of a record that cannot be decoded; its description has the record, which logs preserve.
package struct UnreadableRecordError: CausedError, CustomStringConvertible {
    private let record: String
    package let cause: (any Error)?

    init(record: String, cause: any Error) {
        self.record = record
        self.cause = cause
    }

    package var description: String { "the record cannot be decoded: \(record)" }
}
