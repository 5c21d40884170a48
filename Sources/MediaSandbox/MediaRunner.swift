internal import Foundation
package import Logging
internal import MediaModel
package import Sandbox
package import Storage
internal import Synchronization

/// What work on media is given.
package struct MediaGrant: Sendable {
    /// Whether it reads the upload.
    package var readsUpload = true
    /// Other files that it reads.
    package var sidecars: [any UploadFile] = []
    /// The folder that it writes files in.
    package var draft: OpenFolder?
    /// The folder of finished artifacts, if it reads those.
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

    func sandboxGrant(_ upload: Upload) -> SandboxGrant {
        SandboxGrant(
            files: (readsUpload ? [upload.descriptor] : []) + sidecars.map(\.descriptor),
            draft: draft?.descriptor, artifacts: artifacts?.descriptor)
    }
}

/// Runs work on media, in this process or in sandbox processes.
package final class MediaRunner: Sendable {
    private let sandbox: SandboxRunner?
    private let lost = Atomic(false)
    private let logger: Logger

    /// Makes a runner; the logger gets what sandbox processes log.
    package init(_ sandboxMode: SandboxMode, logger: Logger) {
        switch sandboxMode {
        case .none: sandbox = nil
        case .sandbox(let launcher, let stallTimeout):
            sandbox = SandboxRunner(
                launcher, stallTimeout: stallTimeout, logLevel: logger.logLevel.rawValue)
        }
        self.logger = logger
    }

    /// Whether the server of sandbox processes has ended: no work can be done any more.
    package var isLost: Bool { lost.load(ordering: .relaxed) }

    /// Does the work.
    ///
    /// Nothing that a sandbox process says is believed: its output is the caller's to validate, and its failures are given
    /// their consequences here.
    ///
    /// - Throws: `UploadError`; `WorkFailure`; what the work throws, in this process; `SandboxLost`; `CancellationError` once
    ///   stopped. In each case the work has ended when this throws.
    package func run<Work: MediaWork>(
        _ work: Work, _ grant: MediaGrant = MediaGrant(), on upload: Upload,
        limits: SandboxLimits, budget: WorkBudget = WorkBudget(),
        isStopped: @escaping @Sendable () -> Bool,
        report: @escaping @Sendable (Double) -> Void = { _ in }
    ) throws -> Work.Output {
        do {
            guard let sandbox else {
                let open = grant.sandboxGrant(upload)
                return try withExtendedLifetime((grant, upload)) {
                    try work.run(
                        in: SandboxContext(
                            files: open.files, folder: grant.draft?.path ?? "",
                            artifacts: open.artifacts, isStopped: isStopped, report: report))
                }
            }
            let limits = try limits.within(budget, upload)
            return try withExtendedLifetime((grant, upload)) {
                try sandbox.run(
                    work, grant.sandboxGrant(upload), limits: limits, isStopped: isStopped,
                    report: report, log: { self.log($0, $1, upload) },
                    measured: { Self.count($0, in: budget) })
            }
        } catch let error as SandboxError {
            if error == .serverEnded {
                lost.store(true, ordering: .relaxed)
                throw SandboxLost()
            }
            throw error.uploadError(upload.path)
        } catch let failure as WorkFailure where sandbox != nil {
            throw failure.doubted(of: upload, draft: grant.draft)
        } catch let error as UploadError {
            throw error.of(upload)
        }
    }

    private func log(_ level: String, _ message: String, _ upload: Upload) {
        guard let level = Logger.Level(rawValue: level) else { return }
        let text = message.oneLine(longest: 1000)
        // Errors are what someone is called for at night: an upload cannot claim one.
        logger.log(level: min(level, .warning), "\(text)", metadata: ["upload": "\(upload.path)"])
    }

    // MARK: CPU time

    private static let microseconds = Atomic<Int>(0)

    package static var totalCPUSeconds: Double {
        Double(microseconds.load(ordering: .relaxed)) / 1e6
    }

    private static func count(_ usage: SandboxUsage, in budget: WorkBudget) {
        budget.spend(usage.cpuSeconds)
        microseconds.wrappingAdd(Int(usage.cpuSeconds * 1e6), ordering: .relaxed)
    }
}

extension String {
    /// One line without control characters, shortened: text from an upload or a sandbox process.
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
