internal import CSandbox
internal import Foundation

/// Runs work in sandbox processes, one process for each piece of work.
///
/// A process is never reused: an upload that took it over reaches no other upload, and the system measures the CPU time of each
/// piece of work.
public struct SandboxRunner: Sendable {
    private let launcher: SandboxLauncher
    private let stallTimeout: Int
    private let logLevel: String

    /// Makes a runner.
    ///
    /// - Parameters:
    ///   - launcher: The method by which processes are started.
    ///   - stallTimeout: Seconds without a liveness signal after which a process is ended.
    ///   - logLevel: The log level of processes, as swift-log names it.
    public init(_ launcher: SandboxLauncher, stallTimeout: Int, logLevel: String) {
        self.launcher = launcher
        self.stallTimeout = stallTimeout
        self.logLevel = logLevel
        // Writing to a process that has exited is an error of `write`, not a signal.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Executes the work; when this returns or throws, the process is reaped, unless the system cannot end it (it waits for a
    /// disk).
    ///
    /// - Parameters:
    ///   - work: The work.
    ///   - grant: Descriptors for the process, which stay the caller's and are open until this returns.
    ///   - limits: The limits of the process.
    ///   - isStopped: Whether the work is cancelled; called twenty times a second.
    ///   - report: Called with the share of the work that is done, 0...1.
    ///   - log: Called with log levels and messages, which are untrusted.
    ///   - measured: Called once with the usage of the process, however it terminated.
    /// - Returns: The work's output, which is untrusted: any value of its type.
    /// - Throws: The work's `Failure`, likewise untrusted; `SandboxError`; the error of a provider of ranges; `CancellationError`
    ///   once stopped.
    public func run<Work: SandboxWork>(
        _ work: Work, _ grant: SandboxGrant, limits: SandboxLimits,
        isStopped: () -> Bool, report: (Double) -> Void, log: (String, String) -> Void,
        measured: (SandboxUsage) -> Void
    ) throws -> Work.Output {
        let request = SandboxRequest(
            kind: Work.kind, fileCount: grant.files.count,
            requestedFiles: grant.ranges.keys.sorted(),
            hasArtifacts: grant.artifacts != nil, logLevel: logLevel, limits: limits)
        let lines = try JSONLine.encode(request) + JSONLine.encode(work)
        let ranges = try RangeService(grant.ranges)
        var client = SandboxClient(
            try launcher.start(grant, limits), folder: grant.draft, ranges: ranges, limits: limits,
            stallTimeout: stallTimeout, sending: lines)
        let outcome: SandboxClient.Outcome
        do {
            outcome = try client.outcome(isStopped: isStopped, report: report, log: log)
        } catch is SandboxClient.OutputClosedError {
            guard let termination = try client.reap() else {
                throw SandboxError.killed(SIGKILL)
            }
            measured(SandboxUsage(termination))
            throw SandboxError(termination, within: limits)
        } catch {
            if let termination = try? client.end() {
                measured(SandboxUsage(termination))
            } else {
                measured(SandboxUsage(atMost: limits))
            }
            throw error
        }
        // A process that cannot be ended may still write.
        guard let termination = try client.end() else {
            measured(SandboxUsage(atMost: limits))
            throw SandboxError.notEnded
        }
        switch outcome {
        case .done(let line, let stages):
            let usage = SandboxUsage(termination)
            measured(usage.divided(into: stages, of: work.stages) ?? usage)
            return try Self.decode(Work.Output.self, line)
        case .failed(let line):
            measured(SandboxUsage(termination))
            if SandboxError.isOutOfMemory(Int(termination.peak), limits) {
                throw SandboxError.tooMuchMemory
            }
            throw try Self.decode(Work.Failure.self, line)
        }
    }

    /// Decoding takes several times the memory of its input, so large results are decoded one at a time.
    private static let largeDecoding = NSLock()

    private static func decode<Value: Decodable>(
        _ type: Value.Type, _ line: [UInt8]
    ) throws -> Value {
        do {
            guard line.count > 8 << 20 else { return try JSONLine.decode(type, line) }
            return try largeDecoding.withLock { try JSONLine.decode(type, line) }
        } catch {
            throw SandboxError.badReply("an invalid result")
        }
    }
}

extension SandboxUsage {
    init(_ termination: vt_termination) {
        cpuSeconds = Double(termination.cpu_time) / 1e6
        peakMemory = Int(termination.peak)
        stages = [:]
    }

    /// The upper bound for a process whose usage the system does not report.
    init(atMost limits: SandboxLimits) {
        cpuSeconds = Double(limits.cpuSeconds)
        peakMemory = limits.memory
        stages = [:]
    }

    /// Returns the usage with the times of stages that the process reported.
    ///
    /// - Returns: `nil` for impossible times: of unknown stages, or more than the CPU time that the system measured. Its clock
    ///   may differ by a tenth of a second and a tenth of the time; times that are larger for that reason are scaled.
    func divided(into stages: [String: Double], of known: Set<String>) -> SandboxUsage? {
        let sum = stages.values.reduce(0, +)
        guard known.isSuperset(of: stages.keys),
            stages.values.allSatisfy({ $0 >= 0 }), sum <= 1.1 * cpuSeconds + 0.1
        else { return nil }
        let scale = sum > cpuSeconds ? cpuSeconds / sum : 1
        return SandboxUsage(
            cpuSeconds: cpuSeconds, peakMemory: peakMemory,
            stages: stages.mapValues { $0 * scale })
    }
}

extension SandboxRunner {
    /// The largest limit on private writable memory that this process can set, in bytes.
    public static var largestMemoryLimit: Int { Int(clamping: vt_largest_memory_limit()) }

    /// Prevents other processes of the same user from reading this one's environment and memory; also disables core dumps.
    ///
    /// - Returns: Whether the system applied it.
    public static func forbidInspection() -> Bool {
        vt_forbid_inspection()
        return !vt_is_inspectable()
    }
}
