public import SystemPackage

/// Work that reads untrusted files, and therefore runs in a sandbox process.
///
/// Its properties are its input beside the files; its results are its output and the files in its draft folder. Programs
/// register the kinds of work that their sandbox processes execute (`SandboxProcess.serve`).
public protocol SandboxWork: Codable, Sendable {
    associatedtype Output: Codable & Sendable
    /// The error of the work, in the form that is sent to the parent.
    associatedtype Failure: Error & Codable & Sendable

    /// The kind's name, different from that of every other registered kind.
    static var kind: String { get }

    /// The stages whose CPU time the work may report; none by default.
    var stages: Set<String> { get }

    /// Converts an error that `run` threw into the form that is sent to the parent.
    static func failure(for error: any Error) -> Failure

    /// Executes the work; blocks.
    func run(in context: SandboxContext) throws -> Output
}

extension SandboxWork {
    public var stages: Set<String> { [] }
}

/// The files and callbacks of work that runs.
public struct SandboxContext: Sendable {
    /// Descriptors of the files to read, in the order of the grant; they belong to the caller and are open until `run` returns.
    public let files: [Int32]
    /// The path of the draft folder, for files to write; in a sandbox process the current folder, and the only one.
    public let folder: FilePath
    /// The means to make ranges of files readable, by index; files without are complete.
    public let ranges: [Int: any RangeReader]
    /// A descriptor of the folder of artifacts to read, which belongs to the caller; `nil` if there is none.
    public let artifacts: Int32?
    /// Whether to stop; to be called about once a frame or packet, which is also a liveness signal.
    public let isStopped: @Sendable () -> Bool
    /// Reports the share of the work that is done, 0...1.
    public let report: @Sendable (Double) -> Void
    /// The CPU time by stage, which is reported with the output.
    public let stages: StageTimes

    public init(
        files: [Int32], ranges: [Int: any RangeReader] = [:], folder: FilePath,
        artifacts: Int32? = nil, isStopped: @escaping @Sendable () -> Bool,
        report: @escaping @Sendable (Double) -> Void = { _ in }, stages: StageTimes = StageTimes()
    ) {
        self.files = files
        self.ranges = ranges
        self.folder = folder
        self.artifacts = artifacts
        self.isStopped = isStopped
        self.report = report
        self.stages = stages
    }
}

/// The files and folders for a sandbox process: open descriptors, which stay the caller's.
public struct SandboxGrant: Sendable {
    /// Descriptors of files, open for reading only; at most 200.
    public var files: [Int32]
    /// The providers of files that are not complete, by index; ranges of those are requested before they are read.
    public var ranges: [Int: RangeProvider]
    /// The descriptor of a folder to write files in; `nil` for none.
    public var draft: Int32?
    /// The descriptor of a folder to read files in; `nil` for none.
    public var artifacts: Int32?

    public init(
        files: [Int32] = [], ranges: [Int: RangeProvider] = [:], draft: Int32? = nil,
        artifacts: Int32? = nil
    ) {
        self.files = files
        self.ranges = ranges
        self.draft = draft
        self.artifacts = artifacts
    }
}

/// Limits of a sandbox process, which it cannot raise.
public struct SandboxLimits: Codable, Hashable, Sendable {
    /// Private writable memory in bytes, stacks included.
    public let memory: Int
    /// CPU time of all threads together, in seconds.
    public let cpuSeconds: Int
    /// The size of each file that it writes, in bytes.
    public let fileSize: Int
    /// The size of all files in its folder, in bytes; checked about once a second, so that the process is ended a little above.
    public let folderSize: Int
    /// The number of files in its folder; checked like `folderSize`.
    public let folderFiles: Int
    /// The size of its output as JSON, in bytes.
    public let outputSize: Int

    public init(
        memory: Int, cpuSeconds: Int, fileSize: Int, folderSize: Int = .max,
        folderFiles: Int = 100_000, outputSize: Int = 1 << 24
    ) {
        self.memory = memory
        self.cpuSeconds = cpuSeconds
        self.fileSize = fileSize
        self.folderSize = folderSize
        self.folderFiles = folderFiles
        self.outputSize = outputSize
    }

    /// Wall time in seconds after which a process is ended that is neither stalled nor over its CPU time.
    ///
    /// Reading and writing take wall time: 20 MB/s is chosen as less than a busy file server delivers; 600 s more are chosen as
    /// more than legitimate work waits for anything else.
    var wallSeconds: Int { cpuSeconds + 600 + fileSize / 20_000_000 }

    /// The maximum number of threads; decoders start 16 at most, and Dispatch some more.
    static let threads = 256
}

/// The resource usage of a sandbox process, as the system measured it, and its division by the process.
public struct SandboxUsage: Sendable {
    /// CPU time of all threads together, in seconds.
    public let cpuSeconds: Double
    /// The peak of resident memory, in bytes.
    public let peakMemory: Int
    /// The CPU seconds of stages of the work, together at most `cpuSeconds`; empty for work that failed.
    public let stages: [String: Double]
}
