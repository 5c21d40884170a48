/// A job of one graph of a schedule.
struct ScheduledJob: Hashable, Sendable {
    let graph: GraphID
    let job: Int
}

extension Schedule {
    /// The maximum number of jobs that do not fit and are skipped; chosen because a film has a thousand similar ones.
    private static let lookahead = 32

    /// Returns the job to start now, if any fits, and counts it for the skipped jobs.
    mutating func next(at time: Double) -> ScheduledJob? {
        if let blocking { return fits(blocking) ? blocking : nil }
        var skipped: [ScheduledJob] = []
        for graph in ranked(at: time) {
            guard let scheduled = graphs[graph] else { continue }
            if let early = scheduled.preferred.map({ ScheduledJob(graph: graph, job: $0) }),
                fits(early)
            {
                count(skipped)
                return early
            }
            for job in scheduled.ready {
                let candidate = ScheduledJob(graph: graph, job: job)
                if fits(candidate) {
                    count(skipped)
                    return candidate
                }
                skipped.append(candidate)
                if skipped.count == Self.lookahead { return nil }
            }
        }
        return nil
    }

    /// Returns the graphs with ready jobs, the first one to be served before the others.
    private func ranked(at time: Double) -> [GraphID] {
        let waiting = graphs.filter { !$0.value.ready.isEmpty }
        // Two rounds: with one, long jobs still remained for the end of a folder (Benchmarks/scaling).
        let isEnding = width > 1 && waiting.values.reduce(0) { $0 + $1.ready.count } <= 2 * width
        func rank(_ graph: ScheduledGraph) -> Double {
            isEnding
                ? graph.endRank(at: time, aging: aging) : graph.rank(at: time, aging: aging)
        }
        return
            waiting
            .map { (rank: rank($0.value), id: $0.key) }
            .sorted { $0 < $1 }
            .map(\.id)
    }

    private func fits(_ candidate: ScheduledJob) -> Bool {
        guard runningCount > 0, let graph = graphs[candidate.graph] else { return true }
        return graph.shape.jobs[candidate.job].peakMemory <= memory - memoryInUse
    }

    private mutating func count(_ skipped: [ScheduledJob]) {
        for candidate in skipped {
            guard let count = graphs[candidate.graph]?.skip(candidate.job) else { continue }
            if blocking == nil, count >= maximumWaits { blocking = candidate }
        }
    }
}
