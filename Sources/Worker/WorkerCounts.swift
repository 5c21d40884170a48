internal import JobModel
internal import MediaModel
internal import Synchronization

/// What a process has done for its queue since it began, for whoever watches it: numbers that only grow.
public final class WorkerCounts: Sendable {
    /// How an attempt at a task ended.
    public enum Ending: String, Sendable, CaseIterable {
        case completed
        /// It failed, and is tried again.
        case retried
        /// It failed for good.
        case failed
        /// Given back unfinished: the worker drains, or what it did was undone.
        case returned
        /// It made no progress, and was abandoned; it is tried again elsewhere.
        case abandoned
        /// Whether its package has its name could not be said: it is looked at again.
        case unknown
        /// Nobody wanted it any more.
        case cancelled
        /// It was another's by then.
        case lost
        /// The queue never heard of it.
        case unheard
    }

    public struct Attempts: Sendable, Hashable {
        public internal(set) var claims = 0
        public internal(set) var endings: [Ending: Int] = [:]
        /// From the claim to the end, of all of them.
        public internal(set) var seconds = 0.0
    }

    public struct Snapshot: Sendable, Hashable {
        /// By the kind of task.
        public internal(set) var attempts: [String: Attempts]
        /// Failed attempts by the failure's code.
        public internal(set) var failures: [String: Int]
        /// Workers that were silent for too long, and were given up by this one.
        public internal(set) var lostWorkers = 0
        /// Tasks that those had: others may take them, or they have been lost too often.
        public internal(set) var returnedLeases = 0
        public internal(set) var failedLeases = 0
    }

    private let counts: Mutex<Snapshot>

    /// Counts of tasks that there will be, and of failures that are the machine's fault, are 0 from the start: a rate begins with
    /// the first increase that is seen.
    public init() {
        let attempts = TaskKind.allCases.map { ($0.rawValue, Attempts()) }
        let failures = UploadError.Code.machines.map { ($0.rawValue, 0) }
        counts = Mutex(
            Snapshot(
                attempts: Dictionary(uniqueKeysWithValues: attempts),
                failures: Dictionary(uniqueKeysWithValues: failures)))
    }

    public var snapshot: Snapshot { counts.withLock(\.self) }

    func change(_ body: (inout Snapshot) -> Void) { counts.withLock { body(&$0) } }
}
