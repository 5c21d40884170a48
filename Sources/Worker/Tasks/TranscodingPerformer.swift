internal import Errors
package import JobModel
public import JobQueue
public import Logging
internal import MediaModel
internal import MediaSandbox
internal import Scheduling
package import Storage
internal import Synchronization
internal import SystemPackage
package import Transcoding

/// Performs the tasks of transcoding jobs.
public struct TranscodingPerformer: TaskPerformer {
    /// The limits of tasks.
    public struct Settings: Sendable {
        /// The expected CPU time above which a job is split into tasks, in seconds.
        public var longJob: Double
        /// The expected CPU time of each encoding task, in seconds.
        public var batch: Double
        /// The free space of an output folder that is required to start a task, in bytes.
        public var freeSpace: Int64
        /// The retention of artifacts of failed jobs, in seconds; `nil` for that of the jobs.
        public var artifactRetention: Double?
        /// The identity of the queue, which distinguishes workspaces of its jobs from those of other queues; `nil` leaves
        /// workspaces of unknown jobs as they are.
        public var queue: String?

        public init(
            longJob: Double = 240, batch: Double = 30, freeSpace: Int64 = 1 << 30,
            artifactRetention: Double? = 86_400, queue: String? = nil
        ) {
            self.longJob = longJob
            self.batch = batch
            self.freeSpace = freeSpace
            self.artifactRetention = artifactRetention
            self.queue = queue
        }
    }

    private let transcoder: DistributedTranscoder
    private let storage: StorageRegistry
    private let keys: SecretKeys
    private let settings: Settings
    private let space: OutputSpaceMonitor
    private let files: FileMaintenance

    package init(
        _ transcoder: DistributedTranscoder, storage: StorageRegistry = .local,
        keys: SecretKeys = .none, settings: Settings
    ) {
        self.transcoder = transcoder
        self.storage = storage
        self.keys = keys
        self.settings = settings
        space = OutputSpaceMonitor(minimum: settings.freeSpace)
        files = FileMaintenance(
            artifactRetention: settings.artifactRetention, queue: settings.queue, storage: storage,
            space: space)
    }

    public var kinds: Set<String>? { Set(TaskKind.allCases.map(\.rawValue)) }

    public func obstacle() async -> String? { await space.shortage() }

    public func maintainFiles(_ store: any QueueStore, _ logger: Logger) async throws {
        try await files.run(store, logger)
    }

    public func perform(_ task: ClaimedTask, _ context: TaskContext) async throws -> TaskOutcome {
        guard let kind = TaskKind(rawValue: task.kind) else {
            throw TaskError(.unknownTask("this worker does not support tasks of kind \(task.kind)"))
        }
        // No worker has been able to read the payload, so that none finds files to remove.
        if kind == .cleanup, JobPayload(task.jobPayload) == nil,
            task.attempts >= Self.maxUnreadableCleanups
        {
            return .completed(result: nil)
        }
        let payload = try JobPayload.read(task.jobPayload)
        let locations = try payload.locations
        if kind != .cleanup, let shortage = await space.shortage(of: locations.output) {
            return .deferred(seconds: .random(in: 60...90), reason: shortage)
        }
        let workspaces = WorkspaceNames(task)
        // A cleanup needs neither the preset, which may be invalid, nor a key.
        let package = {
            try payload.package(workspaces, locations, queue: settings.queue, keys: keys)
        }
        let observer = TaskObserver(
            onActivity: context.recordActivity, onExpectedDuration: context.expectDuration,
            onArtifact: context.artifactCompleted, isLeaseValid: context.isLeaseValid,
            onCPUTime: context.cpuTimeUsed)
        return try await Self.convertingErrors {
            try await observer.observe {
                switch kind {
                case .transcode: try await transcode(package(), task, context)
                case .encode: try await encode(package(), task, context)
                case .audio: try await audio(package(), task, context)
                case .thumbnails: try await thumbnails(package(), context)
                case .package: try await build(package(), task.lease, context)
                case .publish: try await publish(package(), task, context)
                case .cleanup: try await cleanUp(workspaces, locations, context)
                }
            }
        }
    }

    /// The attempts after which the cleanup of a job whose payload cannot be read ends; chosen for some hours.
    static let maxUnreadableCleanups = 30

    /// The expected time of a commit or a cleanup, in seconds; chosen for some ten thousand files on a file server.
    private static let fileOperationTime = 300.0

    public func resolve(_ publication: ClaimedPublication) async throws -> TaskOutcome {
        let built = try publication.built
        return try await Self.convertingErrors {
            if publication.isCancelRequested, try await rollBack(built) == .rolledBack {
                return .rolledBack
            }
            try await commit(built)
            return try await finish(WorkspaceNames(publication), built.result)
        }
    }

    public func removeFiles(of task: ClaimedTask) async {
        guard let locations = try? JobPayload(task.jobPayload)?.locations else { return }
        _ = try? await cleanUp(WorkspaceNames(task), locations)
    }

    // MARK: Kinds of tasks

    private func transcode(
        _ request: PackageRequest, _ task: ClaimedTask, _ context: TaskContext
    ) async throws -> TaskOutcome {
        let plan = try await transcoder.plan(request, batchCost: settings.batch)
        context.note(plan.summary)
        if let existing = plan.existing {
            context.expectDuration(Self.fileOperationTime)
            return try await finish(WorkspaceNames(task), existing)
        }
        if let seconds = try await transcoder.reserveName(of: request) {
            return .deferred(
                seconds: Double(seconds) + .random(in: 0...5),
                reason: "a package of the same name was removed recently")
        }
        context.expectDuration(plan.summary.cost)
        let count = plan.batches.count + plan.audioTracks.reduce(0) { $0 + $1.tasks.count }
        guard plan.summary.cost > settings.longJob, count > 1 else {
            // The estimate of the submission is made from the size of the file.
            context.expectCPUTime(plan.summary.cost)
            return try await buildAndPublish(request, task, context)
        }
        return .completed(result: nil, adding: try Self.tasks(of: plan))
    }

    /// Returns the tasks of a long job: independent ones, and a last one that depends on all of them.
    private static func tasks(of plan: TaskPlan) throws -> [NewTask] {
        // Audio first: measurements of whole tracks cannot be divided.
        var tasks: [NewTask] = []
        for audio in plan.audioTracks {
            let first = tasks.count
            tasks += try audio.tasks.map { task in
                NewTask(
                    kind: TaskKind.audio.rawValue,
                    payload: try AudioTaskPayload(track: audio.track, runs: task.runs).json,
                    cost: task.cost, prerequisites: task.prerequisites.map { first + $0 })
            }
        }
        let encodes = tasks.count..<tasks.count + plan.batches.count
        tasks += try plan.batches.map { batch in
            NewTask(
                kind: TaskKind.encode.rawValue,
                payload: try EncodeTaskPayload(chunks: batch.chunks).json, cost: batch.cost)
        }
        // Thumbnails use small images that the encoding tasks store: another decoding would cost much more.
        if let cost = plan.thumbnails {
            tasks.append(
                NewTask(
                    kind: TaskKind.thumbnails.rawValue, cost: cost,
                    prerequisites: Array(encodes)))
        }
        // This task mostly copies artifacts.
        let package = NewTask(
            kind: TaskKind.package.rawValue, cost: max(1, plan.summary.cost / 100),
            prerequisites: Array(tasks.indices))
        return tasks + [package]
    }

    private func encode(
        _ request: PackageRequest, _ task: ClaimedTask, _ context: TaskContext
    ) async throws -> TaskOutcome {
        let payload: EncodeTaskPayload = try task.readPayload()
        try await transcoder.encode(request, chunks: payload.chunks) {
            context.report(TaskProgress($0))
        } onPoster: {
            context.note($1, poster: $0)
        }
        return .completed(result: nil)
    }

    private func audio(
        _ request: PackageRequest, _ task: ClaimedTask, _ context: TaskContext
    ) async throws -> TaskOutcome {
        let payload: AudioTaskPayload = try task.readPayload()
        try await transcoder.audio(request, track: payload.track, runs: payload.runs) {
            context.report(TaskProgress($0))
        }
        return .completed(result: nil)
    }

    private func thumbnails(
        _ request: PackageRequest, _ context: TaskContext
    ) async throws -> TaskOutcome {
        try await transcoder.thumbnails(request) {
            context.report(TaskProgress($0))
        } onPoster: {
            context.note($1, poster: $0)
        }
        return .completed(result: nil)
    }

    /// Builds the package, and adds the task that publishes it.
    private func build(
        _ request: PackageRequest, _ lease: Lease, _ context: TaskContext
    ) async throws -> TaskOutcome {
        let built = try await built(request, lease, context)
        let publish = NewTask(
            kind: TaskKind.publish.rawValue, payload: try PayloadJSON.text(built), cost: 0.1)
        return .completed(result: nil, adding: [publish])
    }

    private func publish(
        _ request: PackageRequest, _ task: ClaimedTask, _ context: TaskContext
    ) async throws -> TaskOutcome {
        let built: BuiltPackage = try task.readPayload()
        guard try await onOwnThread({ [storage] in try built.isStaged(in: storage) }) else {
            // An earlier attempt rolled it back, or the job was retried after a cleanup.
            let plan = try await transcoder.plan(request)
            if let existing = plan.existing {
                return try await finish(WorkspaceNames(task), existing)
            }
            return try await buildAndPublish(request, task, context)
        }
        context.expectDuration(Self.fileOperationTime)
        // If this throws, the staged package remains for the present holder of the lease, or for the cleanup.
        try await context.beginPublishing(task.payload)
        try await commit(built)
        return try await finish(WorkspaceNames(task), built.result)
    }

    private func built(
        _ request: PackageRequest, _ lease: Lease, _ context: TaskContext
    ) async throws -> BuiltPackage {
        // Fencing tokens are unique within a task.
        let attempt = "\(lease.task)-\(lease.fencingToken)"
        return try await transcoder.build(request, attempt: attempt) {
            context.report(TaskProgress($0))
        } onPoster: {
            context.note($1, poster: $0)
        }
    }

    /// Completes missing artifacts, and publishes in three steps, each of which another worker can continue.
    private func buildAndPublish(
        _ request: PackageRequest, _ task: ClaimedTask, _ context: TaskContext
    ) async throws -> TaskOutcome {
        let built = try await built(request, task.lease, context)
        context.expectDuration(Self.fileOperationTime)
        do {
            try await context.beginPublishing(try PayloadJSON.text(built))
        } catch {
            _ = try? await rollBack(built)
            throw error
        }
        try await commit(built)
        return try await finish(WorkspaceNames(task), built.result)
    }

    /// Commits a package, or rolls it back.
    ///
    /// - Throws: `UnknownPublicationError` if both fail.
    private func commit(_ built: BuiltPackage) async throws {
        try await onOwnThread { [storage] in
            do throws(UploadError) {
                try built.commit(in: storage)
            } catch {
                // Another package has the name: this one was removed already.
                if error.code == .exists { throw error }
                guard (try? built.rollBack(in: storage)) == .rolledBack else {
                    throw UnknownPublicationError(cause: error)
                }
                throw error
            }
        }
    }

    /// Rolls a package back, unless it is committed.
    ///
    /// - Throws: `UnknownPublicationError` if that fails.
    private func rollBack(
        _ built: BuiltPackage
    ) async throws -> BuiltPackage.RollBack {
        try await onOwnThread { [storage] in
            do {
                return try built.rollBack(in: storage)
            } catch {
                throw UnknownPublicationError(cause: error)
            }
        }
    }

    /// Removes the workspaces of a job whose package is committed.
    private func finish(
        _ workspaces: WorkspaceNames, _ result: PackageResult
    ) async throws -> TaskOutcome {
        try await onOwnThread { [storage] in
            for name in workspaces.all {
                do throws(UploadError) {
                    try DistributedTranscoder.cleanUp(
                        folder: name, output: result.output, in: storage)
                } catch {
                    // One retry: errors of file servers are often transient. Remaining files are hidden and harmless.
                    try? DistributedTranscoder.cleanUp(
                        folder: name, output: result.output, in: storage)
                }
            }
        }
        return .completed(result: try JobResult(result).json)
    }

    private func cleanUp(
        _ workspaces: WorkspaceNames, _ locations: PayloadLocations, _ context: TaskContext? = nil
    ) async throws -> TaskOutcome {
        context?.expectDuration(Self.fileOperationTime)
        try await onOwnThread { [storage] in
            do throws(UploadError) {
                for name in workspaces.all {
                    try DistributedTranscoder.cleanUp(
                        folder: name, output: locations.output,
                        package: UploadName.safe(locations.name ?? workspaces.job.text),
                        below: locations.root, in: storage)
                }
            } catch {
                // The output was replaced by a folder outside of the media root, which contains no file of the job.
                guard error.code == .outsideRoot else { throw error }
            }
        }
        return .completed(result: nil)
    }

    private static let fileOperations = BlockingPool(label: "vtranscode.publication")

    /// Runs file operations that a file server may block: on a thread of the cooperative pool, they would delay heartbeats.
    ///
    /// Cancellation does not stop them, because their outcome would be unknown.
    private func onOwnThread<Output: Sendable>(
        _ body: @escaping @Sendable () throws -> Output
    ) async throws -> Output {
        try await withoutCancellation { try await Self.fileOperations.run { _ in try body() } }
    }

    private static func convertingErrors(
        _ body: () async throws -> TaskOutcome
    ) async throws -> TaskOutcome {
        do {
            return try await body()
        } catch let error as UploadError {
            // The error may be that the attempt has lost its lease.
            try Task.checkCancellation()
            throw TaskError(
                TaskFailure(error), isHostError: error.retryability == .transient, cause: error)
        } catch let error as SandboxServerError {
            throw TaskError(
                .sandboxServerExited(error), isHostError: true, endsWorker: true, cause: error)
        }
    }
}
