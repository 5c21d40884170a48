internal import Foundation
package import Logging
internal import MediaModel
package import Sandbox
package import Storage
internal import SystemPackage
internal import Synchronization

/// The files and folders for work on media; open until the work ends, and owned by this value's objects.
package struct MediaGrant: Sendable {
    /// Whether the work reads the upload.
    package var readsUpload = true
    /// Other files that the work reads.
    package var sidecars: [any UploadFile] = []
    /// The folder that the work writes files in; `nil` if it writes none.
    package var draft: OpenFolder?
    /// The folder of finished artifacts; `nil` if the work reads none.
    package var artifacts: OpenFolder?

    package init(
        readsUpload: Bool = true, sidecars: [any UploadFile] = [], draft: OpenFolder? = nil,
        artifacts: OpenFolder? = nil
    ) {
        self.readsUpload = readsUpload
        self.sidecars = sidecars
        self.draft = draft
        self.artifacts = artifacts
    }

    /// The descriptors of the grant, valid as long as this value and the upload.
    func sandboxGrant(_ upload: Upload) -> SandboxGrant {
        let files = (readsUpload ? [upload.file] : []) + sidecars
        let ranges = files.enumerated().compactMap { index, file in
            file.ranges.map { (index, RangeProvider($0, size: Int(file.size))) }
        }
        return SandboxGrant(
            files: files.map(\.descriptor), ranges: Dictionary(uniqueKeysWithValues: ranges),
            draft: draft?.descriptor, artifacts: artifacts?.descriptor)
    }
}

/// Runs work on media, in this process or in sandbox processes.
package final class MediaRunner: Sendable {
    private let sandbox: SandboxRunner?
    private let serverExit = Atomic(false)
    private let logger: Logger

    /// Creates a runner.
    ///
    /// - Parameters:
    ///   - sandboxMode: Where work runs.
    ///   - logger: Receives messages of sandbox processes, at most as warnings.
    package init(_ sandboxMode: SandboxMode, logger: Logger) {
        switch sandboxMode {
        case .none: sandbox = nil
        case .sandbox(let launcher, let stallTimeout):
            sandbox = SandboxRunner(
                launcher, stallTimeout: stallTimeout, logLevel: logger.logLevel.rawValue)
        }
        self.logger = logger
    }

    /// Whether the fork server has exited, so that no work can be done any more.
    package var hasServerExited: Bool { serverExit.load(ordering: .relaxed) }

    /// Executes work on an upload; blocks until it has ended, also on errors.
    ///
    /// Sandbox processes are not trusted: callers validate the output, and errors get their retryability here.
    ///
    /// - Parameters:
    ///   - work: The work.
    ///   - grant: The files and folders for the work.
    ///   - upload: The upload, which is read through its descriptor.
    ///   - limits: Limits of a sandbox process; none apply in this process.
    ///   - budget: The time and memory for all work on the upload; the usage is counted there.
    ///   - isStopped: Whether the work is cancelled.
    ///   - report: Called with the share of the work that is done, 0...1.
    ///   - onSpend: Called with the usage of the sandbox process when it has terminated.
    /// - Returns: The output, not validated.
    /// - Throws: `UploadError`; `WorkError`; errors of the work itself, if it runs in this process; `SandboxServerError`;
    ///   `CancellationError` once stopped.
    package func run<Work: MediaWork>(
        _ work: Work, _ grant: MediaGrant = MediaGrant(), on upload: Upload,
        limits: SandboxLimits, budget: WorkBudget = WorkBudget(),
        isStopped: @escaping @Sendable () -> Bool,
        report: @escaping @Sendable (Double) -> Void = { _ in },
        onSpend: (SandboxUsage) -> Void = { _ in }
    ) throws -> Work.Output {
        do {
            guard let sandbox else {
                let open = grant.sandboxGrant(upload)
                return try withExtendedLifetime((grant, upload)) {
                    try work.run(
                        in: SandboxContext(
                            files: open.files, ranges: open.ranges.mapValues(ProvidedRanges.init),
                            folder: grant.draft?.path ?? "",
                            artifacts: open.artifacts, isStopped: isStopped, report: report))
                }
            }
            let limits = try limits.within(budget, upload)
            return try withExtendedLifetime((grant, upload)) {
                do {
                    return try sandbox.run(
                        work, grant.sandboxGrant(upload), limits: limits, isStopped: isStopped,
                        report: report, log: { self.log($0, $1, upload) },
                        measured: {
                            Self.count($0, in: budget)
                            onSpend($0)
                        })
                } catch let error as StorageError {
                    // Of this process, which could not fetch a range of the upload.
                    throw upload.readError(error)
                }
            }
        } catch let error as SandboxError {
            if error == .serverEnded {
                serverExit.store(true, ordering: .relaxed)
                throw SandboxServerError()
            }
            throw error.uploadError(upload.name)
        } catch let failure as WorkError where sandbox != nil {
            throw failure.untrusted(of: upload, draft: grant.draft)
        } catch let error as UploadError {
            throw error.of(upload)
        }
    }

    private func log(_ level: String, _ message: String, _ upload: Upload) {
        guard let level = Logger.Level(rawValue: level) else { return }
        let text = message.oneLine(longest: 1000)
        // Never above warning, since operators are alerted about errors, which no upload may cause.
        logger.log(
            level: min(level, .warning), "message of a sandbox process",
            metadata: ["text": "\(text)", "upload": "\(upload.name)"])
    }

    // MARK: CPU time

    private static let microseconds = Atomic<Int>(0)

    /// CPU seconds of all sandbox processes of this process that have terminated.
    package static var totalCPUSeconds: Double {
        Double(microseconds.load(ordering: .relaxed)) / 1e6
    }

    private static func count(_ usage: SandboxUsage, in budget: WorkBudget) {
        budget.spend(usage.cpuSeconds)
        microseconds.wrappingAdd(Int(usage.cpuSeconds * 1e6), ordering: .relaxed)
    }
}

extension String {
    /// Text from an upload or a sandbox process as one line without control characters, of at most `longest` characters.
    package func oneLine(longest: Int) -> String {
        var text = ""
        for scalar in unicodeScalars.prefix(longest) {
            let isText =
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: false
                default: true
                }
            text.unicodeScalars.append(isText ? scalar : " ")
        }
        return text
    }
}
