internal import Synchronization

/// The CPU times that the jobs of a graph report, from any thread.
final class CPUTimes: Sendable {
    /// The CPU time of one job.
    struct Sum {
        var seconds = 0.0
        /// The part of each stage, in seconds.
        var stages: [String: Double] = [:]
    }

    private let sums = Mutex<[JobID: Sum]>([:])

    /// The sum of each job that reported any.
    var all: [JobID: Sum] { sums.withLock(\.self) }

    /// Adds CPU time of a job, and its stages, in seconds.
    func add(_ seconds: Double, _ stages: [String: Double], of job: JobID) {
        sums.withLock { sums in
            sums[job, default: Sum()].seconds += seconds
            sums[job, default: Sum()].stages.merge(stages, uniquingKeysWith: +)
        }
    }
}
