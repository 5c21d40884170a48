/// A change in the life of a job that clients are notified of.
public struct JobEvent: Sendable, Hashable {
    /// The change; `published` and the job state `completed` are one.
    public enum Kind: String, Sendable, CaseIterable, Codable {
        case queued, started, published, failed, cancelled

        /// Whether it is the job's last event, unless the job is retried.
        public var isEnd: Bool {
            switch self {
            case .queued, .started: false
            case .published, .failed, .cancelled: true
            }
        }
    }
    /// The event's permanent identifier: 32 hexadecimal digits, random, made when the event was written.
    ///
    /// A store that went back to an earlier state (a restored backup, for example) gives a number of `sequence` again, but no
    /// identifier.
    public let id: String
    /// A number that increases with each event of a store.
    public let sequence: Int64
    public let job: JobID
    public let kind: Kind
    /// The time of the change, in milliseconds since 1970.
    public let time: Int64
    /// The job's failure; only for `failed`.
    public let failure: TaskFailure?
    /// The job's result; only for `published`.
    public let result: String?
}
