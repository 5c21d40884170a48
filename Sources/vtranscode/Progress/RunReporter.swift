import Transcoding

/// Tells about a run while it goes on, for people or for scripts.
protocol RunReporter: Sendable {
    /// Seconds between two calls of `tick`; `nil`: none are needed.
    var tickInterval: Double? { get }
    /// Takes an event, from any thread.
    func receive(_ event: RunEvent)
    /// Shows what has changed since the last call.
    func tick()
    /// Called once, after the last event.
    func end(_ status: CommandStatus)
}

extension RunReporter {
    func tick() {}
    func end(_ status: CommandStatus) {}

    /// Does the work while it is reported on, and reports its end.
    ///
    /// - Parameters:
    ///   - work: Calls `receive`.
    ///   - status: The status that a result of the work stands for.
    /// - Returns: What the work returns.
    /// - Throws: What the work throws.
    func during<Value: Sendable>(
        _ work: @Sendable () async throws -> Value,
        status: (Value) -> CommandStatus = { _ in .success }
    ) async throws -> Value {
        let ticking = Task {
            guard let tickInterval else { return }
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(tickInterval))
                if !Task.isCancelled { tick() }
            }
        }
        let result: Result<Value, any Error>
        do {
            result = .success(try await work())
        } catch {
            result = .failure(error)
        }
        ticking.cancel()
        // A last tick under way would draw over what comes next.
        await ticking.value
        switch result {
        case _ where Task.isCancelled: end(.interrupted)
        case .success(let value): end(status(value))
        case .failure(let error): end(CommandStatus(error) ?? .failed)
        }
        return try result.get()
    }
}
