/// Something that happened to a job, once.
public struct JobEvent: Sendable, Hashable {
    public enum Kind: String, Sendable, CaseIterable, Codable {
        case queued, started, published, failed, cancelled

        /// Nothing comes behind it, unless the job is asked for again.
        public var isEnd: Bool {
            switch self {
            case .queued, .started: false
            case .published, .failed, .cancelled: true
            }
        }
    }
    /// Grows with each event of a store.
    public let sequence: Int64
    public let job: JobID
    public let kind: Kind
    /// Milliseconds since 1970.
    public let time: Int64
    /// The failure of one that failed.
    public let failure: TaskFailure?
    /// The result of one that was published.
    public let result: String?
}
