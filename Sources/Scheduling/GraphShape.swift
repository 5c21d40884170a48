public import Errors

/// The jobs and dependencies of a graph, validated: without cycles and missing jobs.
///
/// Inside the module, a job is represented by its index in `jobs`.
public struct GraphShape: Sendable {
    /// The jobs, in the order in which they were added.
    public let jobs: [JobDemand]

    let indexes: [JobID: Int]
    let prerequisites: [[Int]]
    let dependents: [[Int]]

    /// All indexes in topological order: each after its prerequisites.
    let order: [Int]

    /// Validates the demands and sorts them topologically.
    ///
    /// - Throws: `InternalError`, for the first problem.
    public init(_ jobs: [JobDemand]) throws(InternalError) {
        self.jobs = jobs
        indexes = try Self.indexed(jobs)
        prerequisites = try Self.prerequisites(of: jobs, at: indexes)
        dependents = Self.reversed(prerequisites)
        order = Self.order(prerequisites, dependents)
        if order.count < jobs.count {
            throw .cycle(Self.cycle(outside: order, prerequisites).map { jobs[$0].id })
        }
    }

    /// The expected cost of all jobs together, in CPU seconds.
    public var totalCost: Double { jobs.reduce(0) { $0 + $1.cost } }

    /// Returns for each job the weight of the heaviest path from it to the end of the graph.
    func tails(weights: [Double]) -> [Double] {
        var tails = weights
        for job in order.reversed() {
            tails[job] += dependents[job].lazy.map { tails[$0] }.max() ?? 0
        }
        return tails
    }

    /// Returns the heaviest path of jobs from a start to an end; of equal ones, that of earlier jobs.
    func heaviestPath(weights: [Double]) -> [Int] {
        let tails = tails(weights: weights)
        func heaviest(_ jobs: some Sequence<Int>) -> Int? {
            jobs.min { (-tails[$0], $0) < (-tails[$1], $1) }
        }
        var path: [Int] = []
        var next = heaviest(jobs.indices)
        while let job = next {
            path.append(job)
            next = heaviest(dependents[job])
        }
        return path
    }

    private static func indexed(_ jobs: [JobDemand]) throws(InternalError) -> [JobID: Int] {
        var indexes: [JobID: Int] = [:]
        for (index, job) in jobs.enumerated() {
            guard indexes.updateValue(index, forKey: job.id) == nil else {
                throw .duplicate(job.id)
            }
            guard job.cost.isFinite, job.cost >= 0, job.peakMemory >= 0 else {
                throw .invalidEstimate(job.id)
            }
        }
        return indexes
    }

    private static func prerequisites(
        of jobs: [JobDemand],
        at indexes: [JobID: Int]
    ) throws(InternalError) -> [[Int]] {
        var prerequisites: [[Int]] = []
        for job in jobs {
            var found: [Int] = []
            for dependency in job.dependencies.sorted(by: { $0.rawValue < $1.rawValue }) {
                guard let index = indexes[dependency] else {
                    throw .unknownDependency(dependency, of: job.id)
                }
                found.append(index)
            }
            prerequisites.append(found.sorted())
        }
        return prerequisites
    }

    private static func reversed(_ prerequisites: [[Int]]) -> [[Int]] {
        var dependents = [[Int]](repeating: [], count: prerequisites.count)
        for (job, required) in prerequisites.enumerated() {
            for prerequisite in required { dependents[prerequisite].append(job) }
        }
        return dependents
    }

    /// Sorts topologically by Kahn's algorithm; jobs of a cycle and their dependents are missing.
    private static func order(_ prerequisites: [[Int]], _ dependents: [[Int]]) -> [Int] {
        var unmet = prerequisites.map(\.count)
        var order = unmet.indices.filter { unmet[$0] == 0 }
        var position = 0
        while position < order.count {
            for dependent in dependents[order[position]] {
                unmet[dependent] -= 1
                if unmet[dependent] == 0 { order.append(dependent) }
            }
            position += 1
        }
        return order
    }

    /// Finds a cycle by following prerequisites outside of the order, of which each such job has one.
    private static func cycle(outside order: [Int], _ prerequisites: [[Int]]) -> [Int] {
        let ordered = Set(order)
        var walked: [Int] = []
        var next = prerequisites.indices.first { !ordered.contains($0) }
        while let job = next {
            if let start = walked.firstIndex(of: job) { return Array(walked[start...]) }
            walked.append(job)
            next = prerequisites[job].first { !ordered.contains($0) }
        }
        return walked
    }
}
