/// A job of one graph of a schedule.
struct ScheduledJob: Hashable, Sendable {
    let graph: GraphID
    let job: Int
}

extension Schedule {
    /// How many jobs that do not fit are looked past; chosen because a film has a thousand alike.
    private static let lookahead = 32

    /// The job to start now, if any fits; counts against those that it passes.
    mutating func next(at time: Double) -> ScheduledJob? {
        if let held { return fits(held) ? held : nil }
        var passed: [ScheduledJob] = []
        for graph in ranked(at: time) {
            for job in graphs[graph]?.ready ?? [] {
                let candidate = ScheduledJob(graph: graph, job: job)
                if fits(candidate) {
                    note(passed)
                    return candidate
                }
                passed.append(candidate)
                if passed.count == Self.lookahead { return nil }
            }
        }
        return nil
    }

    private func ranked(at time: Double) -> [GraphID] {
        graphs.filter { !$0.value.ready.isEmpty }
            .map { (rank: $0.value.rank(at: time, ageing: ageing), id: $0.key) }
            .sorted { $0 < $1 }
            .map(\.id)
    }

    private func fits(_ candidate: ScheduledJob) -> Bool {
        guard runningCount > 0, let graph = graphs[candidate.graph] else { return true }
        return graph.shape.jobs[candidate.job].peakMemory <= memory - memoryInUse
    }

    private mutating func note(_ passed: [ScheduledJob]) {
        for candidate in passed {
            guard let count = graphs[candidate.graph]?.pass(candidate.job) else { continue }
            if held == nil, count >= maximumWaits { held = candidate }
        }
    }
}
