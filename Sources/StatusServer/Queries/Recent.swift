/// What was found out lately: however many want to know, it is found out once a second at most.
actor Recent<Value: Sendable> {
    private let share: Int
    private let now: @Sendable () -> ContinuousClock.Instant
    private let find: @Sendable () async throws -> Value
    private var last: Answer?

    private struct Answer {
        let value: Task<Value, any Error>
        let asked: ContinuousClock.Instant
        /// For how long others get it, too; `nil` while it is being found out.
        var life: Duration?
    }

    /// Finds out when somebody asks.
    ///
    /// - Parameters:
    ///   - share: Finding out takes at most one of so many parts of the time: what takes long is seldom done.
    ///   - now: Tells the time.
    ///   - find: Finds it out.
    init(
        share: Int = 1, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        _ find: @escaping @Sendable () async throws -> Value
    ) {
        self.share = share
        self.now = now
        self.find = find
    }

    var value: Value {
        get async throws {
            let asked = now()
            if let last, last.life.map({ last.asked.duration(to: asked) < $0 }) ?? true {
                return try await last.value.value
            }
            let value = Task { try await find() }
            last = Answer(value: value, asked: asked)
            // What failed may have waited long for a store that is back by now.
            defer { if last?.life == nil { last?.life = .seconds(1) } }
            let found = try await value.value
            last?.life = max(.seconds(1), asked.duration(to: now()) * share)
            return found
        }
    }
}
