internal import Foundation
internal import JobModel
public import JobQueue
internal import MediaModel
internal import MediaSandbox
internal import Presets
internal import Scheduling
internal import Synchronization
public import Transcoding

/// Does the tasks of transcoding jobs.
public struct TranscodingPerformer: TaskPerformer {
    /// What it goes by.
    public struct Settings: Sendable {
        /// CPU seconds of expected work above which a job becomes many tasks.
        public var longJob: Double
        /// CPU seconds that each of them should take.
        public var batch: Double
        /// Bytes that must be free where a package goes, before a task of it is begun.
        public var freeSpace: Int64

        public init(
            longJob: Double = 240, batch: Double = 60, freeSpace: Int64 = 1 << 30
        ) {
            self.longJob = longJob
            self.batch = batch
            self.freeSpace = freeSpace
        }
    }

    private let transcoder: StagedTranscoder
    private let settings: Settings
    private let space: WatchedOutputs

    public init(_ transcoder: StagedTranscoder, settings: Settings) {
        self.transcoder = transcoder
        self.settings = settings
        space = WatchedOutputs(least: settings.freeSpace)
    }

    public var kinds: Set<String>? { Set(TaskKind.allCases.map(\.rawValue)) }

    public func reasonToWait() async -> String? { await space.shortage() }

    public func perform(_ task: ClaimedTask, _ context: TaskContext) async throws -> TaskOutcome {
        guard let kind = TaskKind(rawValue: task.kind) else {
            throw TaskFault(
                .unknown("its task \"\(task.kind)\" is of no kind that this worker knows"))
        }
        let order = try JobPayload.read(task.jobPayload)
        if kind != .cleanup, let shortage = await space.shortage(of: order.output) {
            return .postponed(seconds: .random(in: 60...90), reason: shortage)
        }
        // Not for what is removed, whatever has become of its preset.
        let folders = WorkFolders(task)
        let package = { try order.package(folders) }
        let observer = StepObserver(
            onLife: context.showLife, onExpectation: context.expect,
            onArtifact: context.noteArtifact)
        return try await Self.naming(order.upload) {
            try await observer.observe {
                switch kind {
                case .transcode: try await transcode(package(), task, context)
                case .encode: try await encode(package(), task, context)
                case .sound: try await sound(package(), task, context)
                case .thumbnails: try await thumbnails(package(), context)
                case .package: try await build(package(), task.lease, context)
                case .publish: try await publish(package(), task, context)
                case .cleanup: try await Self.cleanUp(folders, order, context)
                }
            }
        }
    }

    /// Seconds that giving a package its name, and removing what a job left, may take beyond the timeout; chosen for some ten
    /// thousand files on a file server.
    private static let filing = 300.0

    public func recover(_ publication: ClaimedPublication) async throws -> TaskOutcome {
        let built: BuiltPackage
        do {
            built = try JSONDecoder().decode(BuiltPackage.self, from: Data(publication.record.utf8))
        } catch {
            // Written by another version, which will come by.
            throw PublicationUnknown()
        }
        return try await Self.naming(built.result.path) {
            if publication.isCancelling, try await Self.withdraw(built) == .withdrawn {
                return .undone
            }
            try await Self.publish(built)
            return try await Self.ended(WorkFolders(publication), built.result)
        }
    }

    public func tidy(_ task: ClaimedTask) async {
        guard let order = JobPayload(task.jobPayload) else { return }
        _ = try? await Self.cleanUp(WorkFolders(task), order)
    }

    // MARK: Kinds of tasks

    private func transcode(
        _ order: PackageOrder, _ task: ClaimedTask, _ context: TaskContext
    ) async throws -> TaskOutcome {
        let plan = try await transcoder.plan(order, batchCost: settings.batch)
        context.note(plan.summary)
        if let existing = plan.existing {
            context.expect(Self.filing)
            return try await Self.ended(WorkFolders(task), existing)
        }
        context.expect(plan.summary.cost)
        let parts = plan.batches.count + plan.sounds.count
        guard plan.summary.cost > settings.longJob, parts > 1 else {
            return try await buildAndPublish(order, task, context)
        }
        return .done(result: nil, adding: try Self.parts(of: plan))
    }

    /// A long job's tasks: what can be done side by side, and one that needs it all.
    private static func parts(of plan: StagedPlan) throws -> [NewTask] {
        // Sound first: a track is one long task that nothing can share.
        var tasks = try plan.sounds.map { sound in
            NewTask(
                kind: TaskKind.sound.rawValue, payload: try PayloadJSON.text(sound),
                cost: sound.cost)
        }
        let encodes = tasks.count..<tasks.count + plan.batches.count
        tasks += try plan.batches.map { batch in
            NewTask(
                kind: TaskKind.encode.rawValue, payload: try PayloadJSON.text(batch),
                cost: batch.cost)
        }
        // From the small pictures that encoding leaves: decoding again for them would cost much more.
        if let cost = plan.thumbnails {
            tasks.append(
                NewTask(kind: TaskKind.thumbnails.rawValue, cost: cost, needs: Array(encodes)))
        }
        // Mostly reading and writing what the others made.
        let package = NewTask(
            kind: TaskKind.package.rawValue, cost: max(1, plan.summary.cost / 100),
            needs: Array(tasks.indices))
        return tasks + [package]
    }

    private func encode(
        _ order: PackageOrder, _ task: ClaimedTask, _ context: TaskContext
    ) async throws -> TaskOutcome {
        let batch: StagedPlan.Batch = try PayloadJSON.value(task.payload)
        try await transcoder.encode(order, nodes: batch.nodes) {
            context.report(TaskProgress($0))
        } onPoster: {
            context.note($1, poster: $0)
        }
        return .done(result: nil)
    }

    private func sound(
        _ order: PackageOrder, _ task: ClaimedTask, _ context: TaskContext
    ) async throws -> TaskOutcome {
        let sound: StagedPlan.Sound = try PayloadJSON.value(task.payload)
        try await transcoder.sound(order, track: sound.track) { context.report(TaskProgress($0)) }
        return .done(result: nil)
    }

    private func thumbnails(
        _ order: PackageOrder, _ context: TaskContext
    ) async throws -> TaskOutcome {
        try await transcoder.thumbnails(order) {
            context.report(TaskProgress($0))
        } onPoster: {
            context.note($1, poster: $0)
        }
        return .done(result: nil)
    }

    /// What it has built is the payload of the task that publishes it.
    private func build(
        _ order: PackageOrder, _ lease: Lease, _ context: TaskContext
    ) async throws -> TaskOutcome {
        let built = try await built(order, lease, context)
        let publish = NewTask(
            kind: TaskKind.publish.rawValue, payload: try PayloadJSON.text(built), cost: 0.1)
        return .done(result: nil, adding: [publish])
    }

    private func publish(
        _ order: PackageOrder, _ task: ClaimedTask, _ context: TaskContext
    ) async throws -> TaskOutcome {
        let built: BuiltPackage = try PayloadJSON.value(task.payload)
        guard try await Self.onOwnThread({ try built.isWaiting() }) else {
            // An earlier attempt withdrew it, or the job was cleaned up and retried.
            let plan = try await transcoder.plan(order)
            if let existing = plan.existing {
                return try await Self.ended(WorkFolders(task), existing)
            }
            return try await buildAndPublish(order, task, context)
        }
        context.expect(Self.filing)
        // Should that be refused, it stays for whoever has the task by now, or is removed with the job's folder.
        try await context.beginPublishing(task.payload)
        try await Self.publish(built)
        return try await Self.ended(WorkFolders(task), built.result)
    }

    private func built(
        _ order: PackageOrder, _ lease: Lease, _ context: TaskContext
    ) async throws -> BuiltPackage {
        // Epochs count from the beginning in each task.
        let attempt = "\(lease.task)-\(lease.epoch)"
        return try await transcoder.build(order, attempt: attempt) {
            context.report(TaskProgress($0))
        } onPoster: {
            context.note($1, poster: $0)
        }
    }

    /// Makes what is missing, and publishes in three steps, each of which another worker could take up.
    private func buildAndPublish(
        _ order: PackageOrder, _ task: ClaimedTask, _ context: TaskContext
    ) async throws -> TaskOutcome {
        let built = try await built(order, task.lease, context)
        context.expect(Self.filing)
        do {
            try await context.beginPublishing(try PayloadJSON.text(built))
        } catch {
            _ = try? await Self.withdraw(built)
            throw error
        }
        try await Self.publish(built)
        return try await Self.ended(WorkFolders(task), built.result)
    }

    /// Gives a package its name, or makes sure that it has none.
    ///
    /// - Throws: `PublicationUnknown` where neither can be said.
    private static func publish(_ built: BuiltPackage) async throws {
        try await onOwnThread {
            do throws(UploadError) {
                try built.publish()
            } catch {
                // Another's package has the name: this one is removed already.
                if error.code == .exists { throw error }
                guard (try? built.withdraw()) == .withdrawn else { throw PublicationUnknown() }
                throw error
            }
        }
    }

    /// - Throws: `PublicationUnknown` where it cannot be said whether it is published.
    private static func withdraw(
        _ built: BuiltPackage
    ) async throws -> BuiltPackage.Withdrawal {
        try await onOwnThread {
            do {
                return try built.withdraw()
            } catch {
                throw PublicationUnknown()
            }
        }
    }

    /// Removes what a job that has its package does not need any more.
    private static func ended(
        _ folders: WorkFolders, _ result: PackageResult
    ) async throws -> TaskOutcome {
        try await onOwnThread {
            for name in folders.all {
                do throws(UploadError) {
                    try StagedTranscoder.cleanUp(folder: name, output: result.output)
                } catch {
                    // Once more: what a file server fails with often passes. What stays is hidden, and no harm.
                    try? StagedTranscoder.cleanUp(folder: name, output: result.output)
                }
            }
        }
        return .done(result: try JobResult(result).json)
    }

    private static func cleanUp(
        _ folders: WorkFolders, _ order: JobPayload, _ context: TaskContext? = nil
    ) async throws -> TaskOutcome {
        context?.expect(filing)
        try await onOwnThread {
            do throws(UploadError) {
                for name in folders.all {
                    try StagedTranscoder.cleanUp(
                        folder: name, output: order.output, below: order.root)
                }
            } catch {
                // Of what has its place now, nothing is the job's.
                guard error.code == .outsideRoot else { throw error }
            }
        }
        return .done(result: nil)
    }

    private static let files = BlockingPool(label: "vtranscode.publication")

    /// Does what a file server may keep from ending, for which Swift's own threads must not wait: the worker could not say that it
    /// lives.
    ///
    /// It is not stopped by the task's cancelling: what has come of it would not be known.
    private static func onOwnThread<Output: Sendable>(
        _ body: @escaping @Sendable () throws -> Output
    ) async throws -> Output {
        try await Task { try await files.run { _ in try body() } }.value
    }

    private static func naming(
        _ subject: String, _ body: () async throws -> TaskOutcome
    ) async throws -> TaskOutcome {
        do {
            return try await body()
        } catch let error as UploadError {
            throw TaskFault(TaskFailure(error), isMachines: error.outlook == .passing)
        } catch let error as SandboxLost {
            throw TaskFault(.sandboxLost(error), isMachines: true, endsWorker: true)
        }
    }
}

extension JobPayload {
    /// - Throws: `TaskFault`.
    fileprivate static func read(_ text: String) throws -> JobPayload {
        guard let payload = JobPayload(text) else {
            throw TaskFault(.unknown("its payload is none that this worker understands"))
        }
        return payload
    }

    /// - Throws: `TaskFault` if its preset cannot be used here.
    fileprivate func package(_ folders: WorkFolders) throws -> PackageOrder {
        do {
            return PackageOrder(
                id: folders.job.text, folder: folders.newest, upload: upload, sha256: sha256,
                output: output, root: root, name: name,
                preset: try Preset.parse(preset.yaml, named: preset.name),
                trim: Trim(from: trim.from, to: trim.to))
        } catch {
            throw TaskFault(
                TaskFailure(
                    .badPreset, message: "\(error)",
                    advice: "mend the preset and submit the upload again", isPermanent: true))
        }
    }
}
