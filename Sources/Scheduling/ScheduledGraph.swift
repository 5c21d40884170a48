/// The state of one graph in a schedule.
struct ScheduledGraph: Sendable {
    let shape: GraphShape

    /// Jobs without unmet dependencies, the one with the longest path to the end first.
    private(set) var ready: [Int] = []

    /// The early ones of the ready jobs, in the same order.
    private var early: [Int] = []

    private let priority: Int
    private let tails: [Double]
    private var unmet: [Int]
    private var running: Set<Int> = []
    private var unended: Int
    private var remainingCost: Double
    private var lastStart: Double
    private var skips: [Int: Int] = [:]
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

    /// The rank among graphs, the lowest first: the base-2 logarithm of the remaining cost, reduced by priority and age.
    func rank(at time: Double, aging: Double) -> Double {
        Self.logarithm(remainingCost) - Double(priority) - (time - lastStart) / aging
    }

    /// The rank among graphs when the last jobs start: the one with the longest path to the end first.
    ///
    /// Priority and age count as length.
    func endRank(at time: Double, aging: Double) -> Double {
        -Self.logarithm(ready.first.map { tails[$0] } ?? 0) - Double(priority)
            - (time - lastStart) / aging
    }

    /// The base-2 logarithm of a cost, linear between powers of two: monotonic, without a mathematics library.
    private static func logarithm(_ cost: Double) -> Double {
        // A minimum for graphs without remaining cost, which rounding may make negative.
        let cost = max(cost, 1e-6)
        return Double(cost.exponent) + cost.significand - 1
    }

    /// The outcome of the graph, once none of its jobs runs any more; `nil` before.
    var outcomeIfDone: GraphOutcome? {
        if let outcome { return running.isEmpty ? outcome : nil }
        return unended == 0 ? .completed : nil
    }

    /// The early job that starts before all ready jobs if it fits; `nil` while another one runs.
    var preferred: Int? { running.contains { shape.jobs[$0].isEarly } ? nil : early.first }

    mutating func start(_ job: Int, at time: Double) -> JobDemand? {
        guard let position = ready.firstIndex(of: job) else { return nil }
        ready.remove(at: position)
        early.removeAll { $0 == job }
        skips[job] = nil
        running.insert(job)
        lastStart = time
        return shape.jobs[job]
    }

    /// Notes the end of a running job and returns its stated peak of memory in bytes; `nil` if it was not running.
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

    /// Abandons the graph and returns the jobs to cancel; none if it was abandoned before.
    mutating func abandon(as reason: GraphOutcome) -> [JobID] {
        guard outcome == nil else { return [] }
        outcome = reason
        ready = []
        early = []
        return running.sorted().map { shape.jobs[$0].id }
    }

    /// Counts a start of another job before one that waits for memory.
    mutating func skip(_ job: Int) -> Int {
        skips[job, default: 0] += 1
        return skips[job, default: 0]
    }

    private mutating func enqueue(_ job: Int) {
        insert(job, into: &ready)
        if shape.jobs[job].isEarly { insert(job, into: &early) }
    }

    private func insert(_ job: Int, into jobs: inout [Int]) {
        // From the end, since jobs mostly become ready in order.
        let ahead = jobs.lastIndex { (-tails[$0], $0) < (-tails[job], job) }
        jobs.insert(job, at: ahead.map { $0 + 1 } ?? 0)
    }
}
