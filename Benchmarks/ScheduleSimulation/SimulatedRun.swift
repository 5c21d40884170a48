import Scheduling

/// A run of graphs that are all added at the start, in virtual time.
///
/// Running jobs share the cores evenly; a job occupies at most its parallelism, and what it leaves is shared by the others.
struct SimulatedRun: Encodable {
    private(set) var jobs: [Timing] = []
    /// The number of busy cores over time, in order and without gaps.
    private(set) var loads: [Load] = []

    struct Timing: Encodable {
        /// The index of the graph.
        let graph: Int
        let id: String
        let started: Double
        let ended: Double
    }

    /// A span of time, in seconds, and the number of cores that are busy in it.
    struct Load: Encodable {
        let start: Double
        let end: Double
        let cores: Double
    }

    private struct Key: Hashable {
        let graph: GraphID
        let job: JobID
    }

    private struct Running {
        let key: Key
        let index: Int
        let started: Double
        let parallelism: Double
        /// CPU seconds to do.
        var rest: Double
    }

    /// Simulates the run.
    ///
    /// - Parameters:
    ///   - graphs: The graphs.
    ///   - cores: The number of cores, and of jobs at a time.
    ///   - memory: The memory for jobs, in bytes.
    /// - Throws: `InternalError` if a graph is invalid.
    init(_ graphs: [SimulatedGraph], cores: Int, memory: Int) throws {
        var schedule = Schedule(width: cores, memory: memory)
        var pending: [ScheduleAction] = []
        var known: [Key: (index: Int, job: SimulatedJob)] = [:]
        for (index, graph) in graphs.enumerated() {
            let (id, actions) = schedule.add(try graph.shape(), at: 0)
            pending += actions
            for job in graph.jobs { known[Key(graph: id, job: JobID(job.id))] = (index, job) }
        }
        var running: [Running] = []
        var now = 0.0
        while true {
            for case .start(let job, let graph) in pending {
                let key = Key(graph: graph, job: job)
                guard let (index, job) = known[key] else { continue }
                running.append(
                    Running(
                        key: key, index: index, started: now,
                        parallelism: max(1, job.parallelism), rest: job.cpuSeconds))
            }
            pending = []
            if running.isEmpty { return }
            let rates = Self.rates(running.map(\.parallelism), cores: Double(cores))
            let step = zip(running, rates).map { $0.rest / $1 }.min() ?? 0
            if step > 0 {
                loads.append(Load(start: now, end: now + step, cores: rates.reduce(0, +)))
            }
            now += step
            // One at a time, as the runner reports them; equal ones end in their order.
            for index in running.indices { running[index].rest -= rates[index] * step }
            let ended = running.filter { $0.rest <= 1e-9 }
            running.removeAll { $0.rest <= 1e-9 }
            for job in ended {
                jobs.append(
                    Timing(
                        graph: job.index, id: job.key.job.rawValue, started: job.started,
                        ended: now))
                pending += schedule.jobEnded(job.key.job, of: job.key.graph, at: now)
            }
        }
    }

    /// Returns the cores that each job gets: an even share, or its parallelism if that is less.
    static func rates(_ parallelism: [Double], cores: Double) -> [Double] {
        var rates = parallelism.map { _ in 0.0 }
        var left = cores
        // The least demanding first, so that each leaves its rest to those after it.
        let order = parallelism.indices.sorted { (parallelism[$0], $0) < (parallelism[$1], $1) }
        for (position, index) in order.enumerated() {
            rates[index] = min(parallelism[index], left / Double(order.count - position))
            left -= rates[index]
        }
        return rates
    }
}
