import Transcoding

/// Reports the progress of a run.
protocol RunReporter: Sendable {
    /// The interval between two calls of `tick`, in seconds; `nil` if no calls are needed.
    var tickInterval: Double? { get }
    /// Receives an event, on any thread.
    func receive(_ event: RunEvent)
    /// Shows the current progress.
    func tick()
    /// Called once, after the last event.
    func end(_ status: CommandStatus)
}

extension RunReporter {
    func tick() {}
    func end(_ status: CommandStatus) {}

    /// Runs an operation, calls `tick` meanwhile, and reports the end.
    ///
    /// - Parameters:
    ///   - operation: The operation, which calls `receive`.
    ///   - status: The status of a result.
    /// - Returns: The result of the operation.
    /// - Throws: The error of the operation.
    func during<Value: Sendable>(
        _ operation: @Sendable () async throws -> Value,
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
            result = .success(try await operation())
        } catch {
            result = .failure(error)
        }
        ticking.cancel()
        // A concurrent tick would draw over the next lines.
        await ticking.value
        switch result {
        case _ where Task.isCancelled: end(.interrupted)
        case .success(let value): end(status(value))
        case .failure(let error): end(CommandStatus(error) ?? .failed)
        }
        return try result.get()
    }
}
