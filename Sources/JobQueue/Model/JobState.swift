/// The state of a job; the numbers are stored and never change.
public enum JobState: Int, Sendable, CaseIterable {
    /// No task has started: the job waits for a worker, for the end of its delay, or for its tenant's limit.
    case queued = 0
    case processing = 1
    case completed = 2
    case failed = 3
    case cancelled = 4

    /// The name in the API and on the command line.
    public var name: String {
        switch self {
        case .queued: "queued"
        case .processing: "processing"
        case .completed: "completed"
        case .failed: "failed"
        case .cancelled: "cancelled"
        }
    }

    public init?(name: String) {
        guard let state = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = state
    }

    /// Whether the job has ended; a failed job may still be retried.
    public var isFinal: Bool { rawValue >= Self.completed.rawValue }
}

extension JobState: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let state = JobState(name: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "not a job status")
        }
        self = state
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}
