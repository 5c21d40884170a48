internal import CSandbox
internal import Foundation

/// Watches a sandbox process while it works: whether it goes on, and what the system's own limits do not hold.
///
/// Time is that in which the parent watched, not a clock's: a machine that slept, or a group of processes that was stopped for a
/// while, is no fault of the process.
struct SandboxWatch {
    private let process: pid_t
    /// Its folder, if it has one.
    private let folder: Int32?
    private let limits: SandboxLimits
    /// Seconds without a sign of life after which it is stalled.
    private let stallTimeout: Int

    /// Seconds since it started.
    private(set) var waited = 0.0
    private var last = ContinuousClock.now
    /// Seconds without a sign of life.
    private var silence = 0.0
    private var hasReplied = false
    /// Its CPU time at the last sign of life, in microseconds.
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

    /// Whether it showed that it goes on a short while ago, so that its progress is one.
    var isAlive: Bool { silence < 10 }

    /// Takes note of a reply: a sign of life if CPU time was spent on it, since a hostile one can reply and sleep.
    mutating func noteReply() { hasReplied = true }

    /// Checks the process; to be called often.
    ///
    /// - Throws: `SandboxError`, if it is to be ended.
    mutating func check() throws(SandboxError) {
        let now = ContinuousClock.now
        let passed = min((now - last) / .seconds(1), 1)
        last = now
        waited += passed
        silence += passed
        if waited >= nextMeasure {
            nextMeasure = waited + Self.interval(stallTimeout)
            try measure()
        }
        if waited >= nextCheck { try checkFolder() }
        if silence >= Double(stallTimeout) { throw .stalled(stallTimeout) }
        if waited >= Double(limits.wallSeconds) { throw .tooMuchTime }
    }

    /// Microseconds of a sign of life; far more than replies alone take, and what honest work takes to read a few MB.
    private static let leastCPUTime: Int64 = 10_000

    private static func interval(_ stallTimeout: Int) -> Double {
        min(1, Double(stallTimeout) / 8)
    }

    private mutating func measure() throws(SandboxError) {
        var usage = vt_usage()
        guard unsafe vt_measure(process, &usage) == 0 else {
            // Some systems do not tell: then every reply counts.
            if hasReplied { noteLife(cpuTime) }
            return
        }
        guard usage.threads <= SandboxLimits.threads else {
            throw .tooManyThreads(Int(usage.threads))
        }
        if hasReplied && usage.cpu_time >= cpuTime + Self.leastCPUTime { noteLife(usage.cpu_time) }
    }

    private mutating func noteLife(_ cpuTime: Int64) {
        self.cpuTime = cpuTime
        silence = 0
        hasReplied = false
    }

    /// Not more often than once a second, and seldom where it takes long: file servers are slow.
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
