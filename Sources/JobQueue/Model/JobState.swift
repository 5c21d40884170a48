/// Where a job is; the numbers stand in stores and never change.
public enum JobState: Int, Sendable, CaseIterable {
    /// Not begun: it waits for a worker, for its time, or for its tenant's turn.
    case queued = 0
    case processing = 1
    case completed = 2
    case failed = 3
    case cancelled = 4

    /// The word that clients see.
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

    /// Nothing of it runs or will run, unless it is asked for again.
    public var isFinal: Bool { rawValue >= Self.completed.rawValue }
}

extension JobState: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let state = JobState(name: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "no status of a job")
        }
        self = state
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(name)
    }
}
