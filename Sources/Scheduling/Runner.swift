/// Runs many graphs at once on one machine, sharing its width and memory by a `Schedule`.
public actor Runner {
    private var schedule: Schedule
    private var runs: [GraphID: GraphRun] = [:]
    private let pool: BlockingPool
    private let now: @Sendable () -> Double
    private let pulse = Pulse()

    /// Makes a runner.
    ///
    /// - Parameters:
    ///   - width: The most jobs that run at a time, of all graphs together.
    ///   - memory: The most that their stated peaks may add up to, in bytes.
    ///   - clock: Measures what ran when, and drives the ageing of graphs that wait.
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

    /// How many graphs wait or run.
    var graphCount: Int { runs.count }

    /// Runs a graph to its end; many may run at a time.
    ///
    /// However it ends, no job of the graph runs any more when this returns.
    ///
    /// - Parameters:
    ///   - graph: What to run.
    ///   - priority: Each step makes the graph count as half as long among those that wait.
    ///   - onProgress: Called at each increase, one call at a time, on the thread that reported;
    ///     it must be quick, and must not report progress itself.
    /// - Returns: The results, and what ran when.
    /// - Throws: `JobGraphError` before anything runs; `JobError` with the first failure, the
    ///   other jobs having been cancelled; `CancellationError` if the task was cancelled.
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
            graph: graph, shape: shape, meter: meter, added: now(), onLife: LifeSigns.handler)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                runs[id]?.continuation = continuation
                perform(actions)
            }
        } onCancel: {
            Task { await self.cancel(id) }
        }
        guard let run = runs.removeValue(forKey: id) else { throw CancellationError() }
        return try run.result(outcome, at: now())
    }

    /// A graph of which nothing runs waits for those of which something does.
    private func showLifeOfWaitingGraphs() {
        for run in runs.values where run.tasks.isEmpty { run.onLife?() }
    }

    private func cancel(_ graph: GraphID) { perform(schedule.cancel(graph, at: now())) }

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
        guard let run = runs[graph], let work = run.graph.work[job] else { return }
        let context = run.context(of: job, pool: pool) { [pulse] in
            if pulse.isDue { Task { await self.showLifeOfWaitingGraphs() } }
        }
        runs[graph]?.started[job] = now()
        run.onLife?()
        // Detached, so that a job inherits nothing from the job whose end made room for it.
        runs[graph]?.tasks[job] = Task.detached {
            let result: Result<any Sendable, any Error>
            do {
                result = .success(try await work(context))
            } catch {
                result = .failure(error)
            }
            await self.end(job, of: graph, with: result)
        }
    }

    private func end(
        _ job: JobID,
        of graph: GraphID,
        with result: Result<any Sendable, any Error>
    ) {
        let time = now()
        runs[graph]?.onLife?()
        showLifeOfWaitingGraphs()
        runs[graph]?.tasks[job] = nil
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
