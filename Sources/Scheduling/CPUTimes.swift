internal import Synchronization

/// The CPU times that the jobs of a graph report, from any thread.
final class CPUTimes: Sendable {
    private let sums = Mutex<[JobID: Double]>([:])

    /// The sum of each job that reported any, in seconds.
    var seconds: [JobID: Double] { sums.withLock(\.self) }

    /// Adds CPU time of a job, in seconds.
    func add(_ seconds: Double, of job: JobID) {
        sums.withLock { $0[job, default: 0] += seconds }
    }
}
