/// Decides which jobs of many graphs run now: a pure value, without clocks and threads.
///
/// Events go in, actions come out; times are seconds on any clock that does not go back. Every
/// event fills the free places, so nothing waits for time to pass.
///
/// - **Between graphs** the one with the least remaining expected cost goes first, so that a short
///   clip does not wait behind a film. A graph counts as half as long for each step of priority
///   and for each `ageing` seconds in which none of its jobs started, so that no graph starves.
/// - **Within a graph** the job with the longest chain of expected cost ahead of it goes first.
/// - **Memory**: a job starts if its stated peak fits beside those of the running jobs. One that
///   would never fit runs alone. Smaller jobs may pass one that does not fit yet, but only
///   `maximumWaits` times: then nothing else starts before it.
public struct Schedule: Sendable {
    /// The most jobs that run at a time.
    public let width: Int

    /// The most that the stated peaks of running jobs may add up to, in bytes.
    public let memory: Int

    /// The seconds without a start after which a graph counts as half as long.
    public let ageing: Double

    /// How many jobs may start ahead of one that has to wait for memory.
    public let maximumWaits: Int

    var graphs: [GraphID: ScheduledGraph] = [:]
    var held: ScheduledJob?
    private(set) var runningCount = 0
    private(set) var memoryInUse = 0
    private var graphCount = 0

    /// Makes an empty schedule.
    ///
    /// - Parameters:
    ///   - width: Below 1 counts as 1.
    ///   - memory: In bytes.
    ///   - ageing: In seconds; 15 is chosen because a film of two hours then gets a place after two
    ///     minutes even if clips of half a minute never stop coming (2^8 lies between the two).
    public init(width: Int, memory: Int, ageing: Double = 15) {
        self.width = max(1, width)
        self.memory = max(0, memory)
        self.ageing = max(ageing, .leastNormalMagnitude)
        // Two rounds of the width: long enough to fill gaps, short enough not to be noticed.
        maximumWaits = 2 * self.width
    }

    /// Adds a graph; each step of priority makes it count as half as long.
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

    /// Notes that a running job has ended well.
    public mutating func jobEnded(
        _ job: JobID,
        of graph: GraphID,
        at time: Double
    ) -> [ScheduleAction] {
        guard leave(job, graph) else { return [] }
        return finishIfDone(graph) + fill(at: time)
    }

    /// Notes that a running job has failed: the first failure cancels the rest of its graph.
    public mutating func jobFailed(
        _ job: JobID,
        of graph: GraphID,
        at time: Double
    ) -> [ScheduleAction] {
        guard leave(job, graph) else { return [] }
        return abandon(graph, as: .failed(job)) + fill(at: time)
    }

    /// Cancels what runs of a graph and forgets the rest of it.
    public mutating func cancel(_ graph: GraphID, at time: Double) -> [ScheduleAction] {
        abandon(graph, as: .cancelled) + fill(at: time)
    }

    /// Takes a job off the running ones; false if it was not running.
    private mutating func leave(_ job: JobID, _ graph: GraphID) -> Bool {
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
        if held?.graph == graph { held = nil }
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
            if held == next { held = nil }
            runningCount += 1
            memoryInUse += demand.peakMemory
            actions.append(.start(demand.id, of: next.graph))
        }
        return actions
    }
}
