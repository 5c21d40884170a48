/// A value that is computed at most once a second, for any number of readers.
actor CachedValue<Value: Sendable> {
    private let loadLimit: Int
    private let now: @Sendable () -> ContinuousClock.Instant
    private let compute: @Sendable () async throws -> Value
    private var last: Entry?

    private struct Entry {
        let value: Task<Value, any Error>
        let start: ContinuousClock.Instant
        /// The lifetime from the start; `nil` during the computation.
        var lifetime: Duration?
    }

    /// Creates a value that is computed on demand.
    ///
    /// - Parameters:
    ///   - loadLimit: Computations take at most one part in this number of the time: slow ones are repeated rarely.
    ///   - now: The clock.
    ///   - compute: Computes the value.
    init(
        loadLimit: Int = 1, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        _ compute: @escaping @Sendable () async throws -> Value
    ) {
        self.loadLimit = loadLimit
        self.now = now
        self.compute = compute
    }

    /// The value, possibly of a computation for another reader.
    var value: Value {
        get async throws {
            let start = now()
            if let last, last.lifetime.map({ last.start.duration(to: start) < $0 }) ?? true {
                return try await last.value.value
            }
            // Not a child task: other readers await it as well, and the cancellation of one reader must not cancel it.
            let value = Task { try await compute() }
            last = Entry(value: value, start: start)
            // An error may be outdated soon: the store may respond again.
            defer { if last?.lifetime == nil { last?.lifetime = .seconds(1) } }
            let found = try await value.value
            last?.lifetime = max(.seconds(1), start.duration(to: now()) * loadLimit)
            return found
        }
    }
}
