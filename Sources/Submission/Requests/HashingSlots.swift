internal import JobModel
internal import Synchronization

/// The slots in which submissions by clients read their uploads, of which a limited number may wait.
public final class HashingSlots: Sendable {
    /// The state of the slots, and counts since their creation.
    public struct Counts: Sendable, Hashable {
        /// The submissions whose uploads are being read.
        public var hashing = 0
        /// The submissions that wait for a slot.
        public var waiting = 0
        /// The submissions that found too many others.
        public var refused = 0
        /// The bytes that were read.
        public var bytes = 0
    }

    private struct State {
        var schedule: HashingSchedule
        var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
        var refused = 0
        var bytes = 0
        var lastID = 0
    }

    /// The advice of a refusal, in seconds; chosen as the time in which some gigabytes are read.
    static let retryAfter = 5

    private let state: Mutex<State>

    public convenience init() { self.init(HashingSchedule.Limits()) }

    init(_ limits: HashingSchedule.Limits) {
        state = Mutex(State(schedule: HashingSchedule(limits)))
    }

    public var counts: Counts {
        state.withLock { state in
            let counts = state.schedule.counts
            return Counts(
                hashing: counts.hashing, waiting: counts.waiting, refused: state.refused,
                bytes: state.bytes)
        }
    }

    /// Counts bytes that were read.
    func add(bytes: Int) { state.withLock { $0.bytes += bytes } }

    /// Runs a body in a slot, after waiting for one.
    ///
    /// - Parameters:
    ///   - tenant: The tenant of the submission; slots are divided between tenants.
    ///   - bytes: The size of the upload, in bytes.
    ///   - body: Reads the upload.
    /// - Returns: The output of the body.
    /// - Throws: `SubmissionLimitError` if too many wait; `CancellationError` at once when the task is cancelled while it waits;
    ///   errors of the body.
    func withSlot<Output: Sendable>(
        tenant: String, bytes: Int, _ body: () async throws -> Output
    ) async throws -> Output {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await enter(id, tenant: tenant, bytes: bytes)
        defer { leave(id) }
        return try await body()
    }

    private func enter(_ id: Int, tenant: String, bytes: Int) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let resumptions = state.withLock { state -> [Resumption] in
                    // The handler below may have run already, and found nothing.
                    guard !Task.isCancelled else {
                        return [Resumption(continuation, .failure(CancellationError()))]
                    }
                    return Self.add(id, tenant, bytes, continuation, to: &state)
                }
                for resumption in resumptions { resumption.resume() }
            }
        } onCancel: {
            let waiting = state.withLock { $0.waiting.removeValue(forKey: id) }
            guard let waiting else { return }
            leave(id)
            waiting.resume(throwing: CancellationError())
        }
    }

    private static func add(
        _ id: Int, _ tenant: String, _ bytes: Int,
        _ continuation: CheckedContinuation<Void, any Error>, to state: inout State
    ) -> [Resumption] {
        let refusal = SubmissionLimitError.tooManySubmissions(retryAfter: retryAfter)
        switch state.schedule.add(id, tenant: tenant, bytes: bytes) {
        case .started: return [Resumption(continuation, .success(()))]
        case .waiting:
            state.waiting[id] = continuation
            return []
        case .refused:
            state.refused += 1
            return [Resumption(continuation, .failure(refusal))]
        case .displaced(let other):
            state.waiting[id] = continuation
            state.refused += 1
            return state.waiting.removeValue(forKey: other)
                .map { [Resumption($0, .failure(refusal))] } ?? []
        }
    }

    private func leave(_ id: Int) {
        let started = state.withLock { state in
            state.schedule.remove(id).compactMap { state.waiting.removeValue(forKey: $0) }
        }
        for continuation in started { continuation.resume() }
    }

    /// A continuation with its result, resumed outside of the lock.
    private struct Resumption {
        private let continuation: CheckedContinuation<Void, any Error>
        private let result: Result<Void, any Error>

        init(
            _ continuation: CheckedContinuation<Void, any Error>, _ result: Result<Void, any Error>
        ) {
            (self.continuation, self.result) = (continuation, result)
        }

        func resume() { continuation.resume(with: result) }
    }
}
