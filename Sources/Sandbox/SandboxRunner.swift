internal import CSandbox
internal import Foundation

/// Runs work in sandbox processes, one process for each artifact of work.
///
/// A process is never used again: what an upload did to it harms no other one, and its CPU time is what the system says.
public struct SandboxRunner: Sendable {
    private let launcher: SandboxLauncher
    private let stallTimeout: Int
    private let logLevel: String

    /// Makes a runner.
    ///
    /// - Parameters:
    ///   - launcher: How processes are started.
    ///   - stallTimeout: Seconds without a sign of life after which a process is ended.
    ///   - logLevel: What processes log, a level of swift-log.
    public init(_ launcher: SandboxLauncher, stallTimeout: Int, logLevel: String) {
        self.launcher = launcher
        self.stallTimeout = stallTimeout
        self.logLevel = logLevel
        // A process that has gone is an error of `write`, not a signal.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Does the work; the process has ended when this returns or throws, unless the system cannot end it (it waits for a disk).
    ///
    /// - Parameters:
    ///   - work: The work.
    ///   - grant: What the process is given.
    ///   - limits: What it may take.
    ///   - isStopped: Whether to give up; asked twenty times a second.
    ///   - report: Called with the share that is done, 0...1.
    ///   - log: Called with levels and messages, which may hold anything.
    ///   - measured: Called once with what the process took, however it ended.
    /// - Returns: The work's output, which may hold anything that its type can.
    /// - Throws: The work's `Failure`, likewise; `SandboxError`; `CancellationError` once stopped.
    public func run<Work: SandboxWork>(
        _ work: Work, _ grant: SandboxGrant, limits: SandboxLimits,
        isStopped: () -> Bool, report: (Double) -> Void, log: (String, String) -> Void,
        measured: (SandboxUsage) -> Void
    ) throws -> Work.Output {
        let request = SandboxRequest(
            kind: Work.kind, fileCount: grant.files.count,
            hasArtifacts: grant.artifacts != nil, logLevel: logLevel, limits: limits)
        let lines = try JSONLine.encode(request) + JSONLine.encode(work)
        var child = SandboxChild(
            try launcher.start(grant, limits), folder: grant.draft, limits: limits,
            stallTimeout: stallTimeout, sending: lines)
        let outcome: SandboxChild.Outcome
        do {
            outcome = try child.outcome(isStopped: isStopped, report: report, log: log)
        } catch is SandboxChild.ReplyEndedError {
            guard let ending = try child.collected() else {
                throw SandboxError.killed(SIGKILL)
            }
            measured(SandboxUsage(ending))
            throw SandboxError(ending, within: limits)
        } catch {
            if let ending = try? child.end() {
                measured(SandboxUsage(ending))
            } else {
                measured(SandboxUsage(atMost: limits))
            }
            throw error
        }
        // One that cannot be ended may still write.
        guard let ending = try child.end() else {
            measured(SandboxUsage(atMost: limits))
            throw SandboxError.notEnded
        }
        measured(SandboxUsage(ending))
        switch outcome {
        case .done(let line): return try Self.decode(Work.Output.self, line)
        case .failed(let line):
            if SandboxError.isOutOfMemory(Int(ending.peak), limits) {
                throw SandboxError.tooMuchMemory
            }
            throw try Self.decode(Work.Failure.self, line)
        }
    }

    /// Decoding takes several times the memory of what is decoded: of what is large, one at a time.
    private static let largeDecoding = NSLock()

    private static func decode<Value: Decodable>(
        _ type: Value.Type, _ line: [UInt8]
    ) throws -> Value {
        do {
            guard line.count > 8 << 20 else { return try JSONLine.decode(type, line) }
            return try largeDecoding.withLock { try JSONLine.decode(type, line) }
        } catch {
            throw SandboxError.badReply("a result that cannot be read")
        }
    }
}

extension SandboxUsage {
    init(_ ending: vt_ending) {
        cpuSeconds = Double(ending.cpu_time) / 1e6
        peakMemory = Int(ending.peak)
    }

    /// What a process takes at most of which the system does not say what it took.
    init(atMost limits: SandboxLimits) {
        cpuSeconds = Double(limits.cpuSeconds)
        peakMemory = limits.memory
    }
}

extension SandboxRunner {
    /// The most private writable memory that a process can be allowed here, in bytes.
    public static var largestMemoryLimit: Int { Int(clamping: vt_largest_memory_limit()) }

    /// Keeps other processes of the same user from reading this one's environment and memory; it then leaves no core dump.
    ///
    /// - Returns: Whether that could be done.
    public static func forbidInspection() -> Bool {
        vt_forbid_inspection()
        return !vt_is_inspectable()
    }
}
