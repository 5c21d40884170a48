/// The state of one graph in a schedule.
struct ScheduledGraph: Sendable {
    let shape: GraphShape

    /// Jobs that may start, the one with the longest chain ahead of it first.
    private(set) var ready: [Int] = []

    private let priority: Int
    private let tails: [Double]
    private var unmet: [Int]
    private var running: Set<Int> = []
    private var unended: Int
    private var remainingCost: Double
    private var lastStart: Double
    private var passes: [Int: Int] = [:]
    private var outcome: GraphOutcome?

    init(_ shape: GraphShape, priority: Int, at time: Double) {
        self.shape = shape
        self.priority = priority
        tails = shape.tails(weights: shape.jobs.map(\.cost))
        unmet = shape.prerequisites.map(\.count)
        unended = shape.jobs.count
        remainingCost = shape.totalCost
        lastStart = time
        for job in shape.jobs.indices where unmet[job] == 0 { enqueue(job) }
    }

    /// Where the graph stands among others: the logarithm of its remaining cost, aged; less is
    /// sooner.
    func rank(at time: Double, ageing: Double) -> Double {
        // The floor keeps graphs with nothing left to pay comparable; rounding may go below 0.
        let cost = max(remainingCost, 1e-6)
        // Linear between powers of two, which keeps the order and needs no mathematics library.
        let logarithm = Double(cost.exponent) + cost.significand - 1
        return logarithm - Double(priority) - (time - lastStart) / ageing
    }

    /// How the graph ended, once nothing of it runs any more.
    var outcomeIfDone: GraphOutcome? {
        if let outcome { return running.isEmpty ? outcome : nil }
        return unended == 0 ? .completed : nil
    }

    mutating func start(_ job: Int, at time: Double) -> JobDemand? {
        guard let position = ready.firstIndex(of: job) else { return nil }
        ready.remove(at: position)
        passes[job] = nil
        running.insert(job)
        lastStart = time
        return shape.jobs[job]
    }

    /// Notes the end of a running job and returns the memory that it had, in bytes.
    mutating func end(_ id: JobID) -> Int? {
        guard let job = shape.indexes[id], running.remove(job) != nil else { return nil }
        unended -= 1
        remainingCost -= shape.jobs[job].cost
        for dependent in shape.dependents[job] {
            unmet[dependent] -= 1
            if unmet[dependent] == 0, outcome == nil { enqueue(dependent) }
        }
        return shape.jobs[job].peakMemory
    }

    /// Gives the graph up and returns what is to be stopped; nothing if it was given up before.
    mutating func abandon(as reason: GraphOutcome) -> [JobID] {
        guard outcome == nil else { return [] }
        outcome = reason
        ready = []
        return running.sorted().map { shape.jobs[$0].id }
    }

    /// Counts a start ahead of a job that waits for memory.
    mutating func pass(_ job: Int) -> Int {
        passes[job, default: 0] += 1
        return passes[job, default: 0]
    }

    private mutating func enqueue(_ job: Int) {
        // From the back, because jobs mostly become ready in their order.
        let ahead = ready.lastIndex { (-tails[$0], $0) < (-tails[job], job) }
        ready.insert(job, at: ahead.map { $0 + 1 } ?? 0)
    }
}
