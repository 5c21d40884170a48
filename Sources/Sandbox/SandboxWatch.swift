internal import CSandbox
internal import Foundation

/// Monitors a running sandbox process: its liveness, and the limits that the system does not enforce.
///
/// Time counts only while the parent runs: a suspended host, or a stopped process group, is not held against the process.
struct SandboxWatch {
    private let process: pid_t
    /// The descriptor of its draft folder, which stays the caller's; `nil` if it has none.
    private let folder: Int32?
    private let limits: SandboxLimits
    /// Seconds without a liveness signal after which the process is stalled.
    private let stallTimeout: Int

    /// Seconds since the process started.
    private(set) var waited = 0.0
    /// Those in which the process did not wait for an answer of this one.
    private var accountable = 0.0
    private var last = ContinuousClock.now
    /// Seconds since the last liveness signal.
    private var idle = 0.0
    private var hasReplied = false
    /// CPU time of the process at the last liveness signal, in microseconds.
    private var cpuTime: Int64 = 0
    private var nextMeasure: Double
    private var nextCheck = 1.0

    init(_ process: pid_t, folder: Int32?, limits: SandboxLimits, stallTimeout: Int) {
        self.process = process
        self.folder = folder
        self.limits = limits
        self.stallTimeout = stallTimeout
        nextMeasure = Self.interval(stallTimeout)
    }

    /// Whether the last liveness signal is recent (10 s), so that progress is credible.
    var isResponsive: Bool { idle < 10 }

    /// Notes a reply, which is a liveness signal only if the process also used CPU time: a hostile one can reply and sleep.
    mutating func noteReply() { hasReplied = true }

    /// Checks the process; to be called often.
    ///
    /// - Parameter awaitsAnswer: Whether the process waits for an answer of this one, which does not count against it.
    /// - Throws: `SandboxError` if the process must be ended.
    mutating func check(awaitsAnswer: Bool) throws(SandboxError) {
        let now = ContinuousClock.now
        let passed = min((now - last) / .seconds(1), 1)
        last = now
        waited += passed
        if !awaitsAnswer {
            idle += passed
            accountable += passed
        }
        if waited >= nextMeasure {
            nextMeasure = waited + Self.interval(stallTimeout)
            try measure()
        }
        if waited >= nextCheck { try checkFolder() }
        if idle >= Double(stallTimeout) { throw .stalled(stallTimeout) }
        if accountable >= Double(limits.wallSeconds) { throw .tooMuchTime }
    }

    /// CPU time of a liveness signal, in microseconds; chosen as far more than replies alone take, and no more than
    /// legitimate work takes to read a few MB.
    private static let leastCPUTime: Int64 = 10_000

    private static func interval(_ stallTimeout: Int) -> Double {
        min(1, Double(stallTimeout) / 8)
    }

    private mutating func measure() throws(SandboxError) {
        var usage = vt_usage()
        guard unsafe vt_measure(process, &usage) == 0 else {
            // Without a measurement, every reply is a liveness signal.
            if hasReplied { noteLiveness(cpuTime) }
            return
        }
        guard usage.threads <= SandboxLimits.threads else {
            throw .tooManyThreads(Int(usage.threads))
        }
        if hasReplied && usage.cpu_time >= cpuTime + Self.leastCPUTime {
            noteLiveness(usage.cpu_time)
        }
    }

    private mutating func noteLiveness(_ cpuTime: Int64) {
        self.cpuTime = cpuTime
        idle = 0
        hasReplied = false
    }

    /// Checks the folder's limits: at most once a second, and seldom where that is slow, as on file servers.
    private mutating func checkFolder() throws(SandboxError) {
        guard let folder else {
            nextCheck = .infinity
            return
        }
        let start = ContinuousClock.now
        let isOver = vt_exceeds(folder, Int64(limits.folderSize), Int64(limits.folderFiles))
        nextCheck = waited + max(1, 20 * ((.now - start) / .seconds(1)))
        if isOver == 1 { throw .tooMuchOutput }
    }
}
