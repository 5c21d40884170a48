/// The decision which jobs of many graphs run now: a pure value, without clocks and threads.
///
/// Events are the input, actions the output; times are seconds on any monotonic clock. Every event fills all free slots, so
/// that no timer is needed.
///
/// - **Between graphs**, the one with the least remaining expected cost is first, so that a short clip does not wait for a
///   film. The cost is halved for each unit of priority, and for each `aging` seconds in which none of its jobs started, so
///   that no graph starves. Once all ready jobs can start in two rounds, the one with the longest path is first instead, so
///   that no long job is left for the end, with idle cores beside it.
/// - **Within a graph**, the job with the longest path of expected cost to the end is first. An early job, such as a run of
///   audio, is before all of them while no other early job of the graph runs: by its path, it would be last.
/// - **Memory**: a job starts if its stated peak fits beside those of the running jobs. A job that would never fit runs alone.
///   Smaller jobs may start before one that does not fit yet, but only `maximumWaits` times: then no other job starts before
///   it.
public struct Schedule: Sendable {
    /// The maximum number of jobs that run at a time.
    public let width: Int

    /// The maximum sum of the stated peaks of running jobs, in bytes.
    public let memory: Int

    /// The time without a start after which a graph's cost is halved, in seconds.
    public let aging: Double

    /// The maximum number of jobs that start before one that waits for memory.
    public let maximumWaits: Int

    var graphs: [GraphID: ScheduledGraph] = [:]
    /// The job that waited too often for memory: no other job starts before it.
    var blocking: ScheduledJob?
    private(set) var runningCount = 0
    private(set) var memoryInUse = 0
    private var graphCount = 0

    /// Creates an empty schedule.
    ///
    /// - Parameters:
    ///   - width: At least 1; less counts as 1.
    ///   - memory: In bytes.
    ///   - aging: In seconds; 15 is chosen because a film of two hours then starts after two minutes even if clips of half a
    ///     minute are added continuously (their costs differ by 2^8).
    public init(width: Int, memory: Int, aging: Double = 15) {
        self.width = max(1, width)
        self.memory = max(0, memory)
        self.aging = max(aging, .leastNormalMagnitude)
        // Chosen as two rounds of the width: enough to fill gaps, and a short delay.
        maximumWaits = 2 * self.width
    }

    /// Adds a graph; each unit of priority halves its cost.
    public mutating func add(
        _ shape: GraphShape,
        priority: Int = 0,
        at time: Double
    ) -> (graph: GraphID, actions: [ScheduleAction]) {
        let id = GraphID(number: graphCount)
        graphCount += 1
        graphs[id] = ScheduledGraph(shape, priority: priority, at: time)
        return (id, finishIfDone(id) + fill(at: time))
    }

    /// Notes the successful end of a running job.
    public mutating func jobEnded(
        _ job: JobID,
        of graph: GraphID,
        at time: Double
    ) -> [ScheduleAction] {
        guard removeRunning(job, graph) else { return [] }
        return finishIfDone(graph) + fill(at: time)
    }

    /// Notes the failure of a running job; the first one cancels the rest of its graph.
    public mutating func jobFailed(
        _ job: JobID,
        of graph: GraphID,
        at time: Double
    ) -> [ScheduleAction] {
        guard removeRunning(job, graph) else { return [] }
        return abandon(graph, as: .failed(job)) + fill(at: time)
    }

    /// Cancels the running jobs of a graph and drops its other jobs.
    public mutating func cancel(_ graph: GraphID, at time: Double) -> [ScheduleAction] {
        abandon(graph, as: .cancelled) + fill(at: time)
    }

    /// Removes a job from the running ones; false if it was not running.
    private mutating func removeRunning(_ job: JobID, _ graph: GraphID) -> Bool {
        guard let memory = graphs[graph]?.end(job) else { return false }
        runningCount -= 1
        memoryInUse -= memory
        return true
    }

    private mutating func abandon(
        _ graph: GraphID,
        as outcome: GraphOutcome
    ) -> [ScheduleAction] {
        guard let stopped = graphs[graph]?.abandon(as: outcome) else { return [] }
        if blocking?.graph == graph { blocking = nil }
        return stopped.map { .cancel($0, of: graph) } + finishIfDone(graph)
    }

    private mutating func finishIfDone(_ graph: GraphID) -> [ScheduleAction] {
        guard let outcome = graphs[graph]?.outcomeIfDone else { return [] }
        graphs[graph] = nil
        return [.finish(graph, outcome)]
    }

    private mutating func fill(at time: Double) -> [ScheduleAction] {
        var actions: [ScheduleAction] = []
        while runningCount < width, let next = next(at: time) {
            guard let demand = graphs[next.graph]?.start(next.job, at: time) else { break }
            if blocking == next { blocking = nil }
            runningCount += 1
            memoryInUse += demand.peakMemory
            actions.append(.start(demand.id, of: next.graph))
        }
        return actions
    }
}
