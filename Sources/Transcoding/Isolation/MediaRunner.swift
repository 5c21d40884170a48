internal import Logging

/// Runs work on uploads, in this process or in children.
final class MediaRunner: Sendable {
    private let children: WorkerPool?
    private let logger: Logger
    /// Seconds without a word from a child after which it is ended.
    private let patience: Int

    /// Makes a runner.
    ///
    /// - Parameters:
    ///   - isolation: Where the work runs.
    ///   - logger: Told what children log.
    init(_ isolation: Isolation, logger: Logger) {
        switch isolation {
        case .none: (children, patience) = (nil, 0)
        case .children(let program, let server, let patience):
            self.patience = patience
            children = Self.pool(program, server, logger.logLevel)
        }
        self.logger = logger
    }

    private static func pool(
        _ program: String, _ server: ForkServer?, _ level: Logger.Level
    ) -> WorkerPool {
        // What a runtime says of a crash is for developers.
        let keepsErrors = level <= .debug
        return WorkerPool {
            if let server,
                let process = WorkerProcess(server, level.rawValue, keepsErrors: keepsErrors)
            {
                return process
            }
            return try WorkerProcess(
                program, [MediaChild.argument, level.rawValue], keepsErrors: keepsErrors)
        }
    }

    init(_ children: WorkerPool, logger: Logger, patience: Int) {
        self.children = children
        self.logger = logger
        self.patience = patience
    }

    /// Ends the children; none may be at work.
    func close() { children?.close() }

    /// Does the work.
    ///
    /// - Throws: What the work throws, from a child as `WorkFailure`; `UploadError` if the child came to an end or had to
    ///   be ended; `CancellationError` once stopped. In each case the work has ended when this throws.
    func run<Work: MediaWork>(
        _ work: Work, on upload: Upload, limits: WorkLimits,
        budget: WorkBudget = WorkBudget(), isStopped: @escaping @Sendable () -> Bool,
        report: @escaping @Sendable (Double) -> Void = { _ in }
    ) throws -> Work.Output {
        guard let children else {
            return try work.run(on: upload, isStopped: isStopped, report: report)
        }
        let limits = try limits.within(budget, upload)
        let request = WorkRequest(
            kind: Work.kind, upload: upload.path, identity: upload.identity,
            formats: upload.formats, limits: limits)
        var conversation = Conversation(
            process: try children.take(),
            pending: try (WorkLine.of(request) + WorkLine.of(work))[...],
            patience: patience)
        do {
            let answer = try conversation.answer(isStopped: isStopped, report: report, log: log)
            budget.spend(answer.cpuSeconds)
            let output = try WorkLine.read(Work.Output.self, answer.line)
            children.give(conversation.process)
            return output
        } catch let end as Conversation.ProcessEnded {
            throw WorkerEnd(end.ending, peakBefore: conversation.process.peak, limits: limits)
                .error(upload.path)
        } catch let end as WorkerEnd {
            conversation.process.end()
            throw end.error(upload.path)
        } catch {
            // Also one that failed cleanly: the next upload does not get a process that a bad one was in.
            conversation.process.end()
            throw error
        }
    }

    private func log(_ level: String, _ message: String) {
        guard let level = Logger.Level(rawValue: level) else { return }
        logger.log(level: level, "\(message)")
    }
}
