/// Executes any number of graphs at once on one host, whose width and memory a `Schedule` divides among them.
public actor Runner {
    private var schedule: Schedule
    private var runs: [GraphID: GraphRun] = [:]
    private let pool: BlockingPool
    private let now: @Sendable () -> Double
    private let waiting = WaitingGraphs()

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - width: The maximum number of jobs that run at a time, of all graphs together.
    ///   - memory: The maximum sum of their stated peaks, in bytes.
    ///   - clock: The clock for times of jobs, and for the aging of waiting graphs.
    public init(
        width: Int,
        memory: Int,
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        schedule = Schedule(width: width, memory: memory)
        pool = BlockingPool(label: "vtranscode.job")
        let start = clock.now
        now = { start.duration(to: clock.now) / .seconds(1) }
    }

    /// The number of graphs that wait or run.
    var graphCount: Int { runs.count }

    /// Executes a graph; several calls may run at a time.
    ///
    /// When this returns or throws, no job of the graph runs any more.
    ///
    /// - Parameters:
    ///   - graph: The graph.
    ///   - priority: Each unit halves the remaining cost by which waiting graphs are ordered.
    ///   - onProgress: Called for each increase, one call at a time, on the reporting thread; it must be quick, and must not
    ///     report progress itself.
    /// - Returns: The results, and the times of the jobs.
    /// - Throws: `InternalError` before any job starts, if the graph is invalid; `JobError` with the first failure, after the other jobs were
    ///   cancelled and ended; `CancellationError` if the Swift task was cancelled.
    public func run(
        _ graph: JobGraph,
        priority: Int = 0,
        onProgress: @escaping @Sendable (GraphProgress) -> Void = { _ in }
    ) async throws -> GraphResult {
        try Task.checkCancellation()
        let shape = try graph.shape()
        let (id, actions) = schedule.add(shape, priority: priority, at: now())
        let meter = ProgressMeter(shape, handler: onProgress)
        runs[id] = GraphRun(
            graph: graph, shape: shape, meter: meter, added: now(), onLiveness: Liveness.handler)
        updateWaiting(id)
        let outcome = await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.cancelWithTask(id) }
            defer { group.cancelAll() }
            return await withCheckedContinuation { continuation in
                runs[id]?.continuation = continuation
                perform(actions)
            }
        }
        let run = runs.removeValue(forKey: id)
        updateWaiting(id)
        guard let run else { throw CancellationError() }
        return try run.result(outcome, at: now())
    }

    /// Waits for the cancellation of the calling task, then cancels a graph, unless it has ended.
    private func cancelWithTask(_ graph: GraphID) async {
        await Latch().wait()
        guard runs[graph]?.continuation != nil else { return }
        perform(schedule.cancel(graph, at: now()))
    }

    /// Notes whether a graph has no running jobs, and waits for those of other graphs.
    private func updateWaiting(_ graph: GraphID) {
        let run = runs[graph]
        waiting.set(run?.tasks.isEmpty == true ? run?.onLiveness : nil, for: graph)
    }

    private func perform(_ actions: [ScheduleAction]) {
        for action in actions {
            switch action {
            case .start(let job, let graph): start(job, of: graph)
            case .cancel(let job, let graph): runs[graph]?.tasks[job]?.cancel()
            case .finish(let graph, let outcome): finish(graph, outcome)
            }
        }
    }

    private func start(_ job: JobID, of graph: GraphID) {
        guard let run = runs[graph], let operation = run.graph.operations[job] else { return }
        let context = run.context(of: job, pool: pool) { [waiting] in waiting.reportIfDue() }
        runs[graph]?.started[job] = now()
        run.onLiveness?()
        // Detached, so that a job inherits no task-local values from the job whose end started it.
        runs[graph]?.tasks[job] = Task.detached {
            let result: Result<any Sendable, any Error>
            do {
                result = .success(try await operation(context))
            } catch {
                result = .failure(error)
            }
            await self.end(job, of: graph, with: result)
        }
        updateWaiting(graph)
    }

    private func end(
        _ job: JobID,
        of graph: GraphID,
        with result: Result<any Sendable, any Error>
    ) {
        let time = now()
        runs[graph]?.onLiveness?()
        waiting.report()
        runs[graph]?.tasks[job] = nil
        updateWaiting(graph)
        runs[graph]?.ended[job] = time
        switch result {
        case .success(let value):
            runs[graph]?.results[job] = value
            runs[graph]?.meter.report(1, of: job)
            perform(schedule.jobEnded(job, of: graph, at: time))
        case .failure(let error):
            runs[graph]?.failures[job] = error
            perform(schedule.jobFailed(job, of: graph, at: time))
        }
    }

    private func finish(_ graph: GraphID, _ outcome: GraphOutcome) {
        switch outcome {
        case .completed: runs[graph]?.meter.complete()
        case .failed, .cancelled: runs[graph]?.meter.close()
        }
        runs[graph]?.continuation?.resume(returning: outcome)
        runs[graph]?.continuation = nil
    }
}
