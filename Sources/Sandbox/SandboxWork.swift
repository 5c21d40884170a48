/// Work that reads what strangers sent, and so runs in a sandbox process.
///
/// What it needs beside its files is in its values; what it makes is its output and the files in its folder. Programs register
/// the kinds that their sandbox processes know (`SandboxProcess.serve`).
public protocol SandboxWork: Codable, Sendable {
    associatedtype Output: Codable & Sendable
    /// Why it fails, as that crosses from the process.
    associatedtype Failure: Error & Codable & Sendable

    /// The kind's name, different from that of every other registered kind.
    static var kind: String { get }

    /// Returns the form in which an error that `run` threw crosses from the process.
    static func failure(for error: any Error) -> Failure

    /// Does the work.
    func run(in context: SandboxContext) throws -> Output
}

/// What work finds where it runs.
public struct SandboxContext: Sendable {
    /// Descriptors of the files that it may read, in the order of the grant, valid until the work ends.
    public let files: [Int32]
    /// The path of the folder that it may write files in; in a sandbox process the current folder, and the only one.
    public let folder: String
    /// A descriptor of the folder that it may read files in; `nil`: there is none.
    public let artifacts: Int32?
    /// Whether to stop; to be asked about once a frame or packet, which is also taken for a sign of life.
    public let isStopped: @Sendable () -> Bool
    /// Reports the share that is done, 0...1.
    public let report: @Sendable (Double) -> Void

    public init(
        files: [Int32], folder: String, artifacts: Int32? = nil,
        isStopped: @escaping @Sendable () -> Bool,
        report: @escaping @Sendable (Double) -> Void = { _ in }
    ) {
        self.files = files
        self.folder = folder
        self.artifacts = artifacts
        self.isStopped = isStopped
        self.report = report
    }
}

/// What a sandbox process is given: open descriptors, which stay the caller's.
public struct SandboxGrant: Sendable {
    /// Files, open for reading only.
    public var files: [Int32]
    /// A folder to write files in.
    public var draft: Int32?
    /// A folder to read files in.
    public var artifacts: Int32?

    public init(files: [Int32] = [], draft: Int32? = nil, artifacts: Int32? = nil) {
        self.files = files
        self.draft = draft
        self.artifacts = artifacts
    }
}

/// What a sandbox process may take; it cannot raise any of it.
public struct SandboxLimits: Codable, Hashable, Sendable {
    /// Bytes of private writable memory, stacks included.
    public let memory: Int
    /// Seconds of all its threads together.
    public let cpuSeconds: Int
    /// Bytes of the largest file that it writes.
    public let fileSize: Int
    /// Bytes of all files in its folder, and how many there are: checked about once a second, so that it is ended a little
    /// above them.
    public let folderSize: Int
    public let folderFiles: Int
    /// Bytes of its output, as JSON.
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

    /// Seconds after which a process that is neither silent nor over its CPU time is ended all the same: it waits for nothing
    /// that honest work waits for.
    ///
    /// Bytes take time that is no CPU time: 20 MB/s is chosen as less than a busy file server gives.
    var wallSeconds: Int { cpuSeconds + 600 + fileSize / 20_000_000 }

    /// Threads; decoders start 16 at most, and Dispatch some more.
    static let threads = 256
}

/// What a sandbox process took, as the system measured it.
public struct SandboxUsage: Sendable {
    public let cpuSeconds: Double
    /// The most bytes that were resident.
    public let peakMemory: Int
}
