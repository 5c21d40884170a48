internal import LibAV
package import Logging
package import MediaModel
package import MediaSandbox
internal import MediaUnits
internal import Presets
internal import Probing
internal import Scheduling
package import Storage
package import SystemPackage

/// Makes packages by tasks, which different processes on hosts that share the output folder may execute.
///
/// Each task may be repeated, also by several processes at a time: finished artifacts are found, not made again. A package is
/// equal to one that `Pipeline` makes. One object serves any number of jobs at the same time. Each function throws `UploadError`,
/// or `CancellationError` within a second after its Swift task is cancelled, and leaves no incomplete result.
package final class DistributedTranscoder: Sendable {
    private let runner: Runner
    private let media: MediaRunner
    private let storage: StorageRegistry
    private let hashes = UploadHashCache()

    /// Makes a transcoder.
    ///
    /// - Parameters:
    ///   - jobs: The largest number of graph jobs that run at once, of all tasks together.
    ///   - memory: The bytes that they may state together.
    ///   - storage: The stores of uploads and packages.
    ///   - sandboxMode: The processes that read media.
    ///   - logger: The destination of libav's messages.
    package init(
        jobs: Int, memory: Int, storage: StorageRegistry = .local, sandboxMode: SandboxMode,
        logger: Logger
    ) {
        LibAVProcess.prepare(logger: logger)
        self.storage = storage
        runner = Runner(width: jobs, memory: memory)
        media = MediaRunner(sandboxMode, logger: logger)
    }

    // MARK: Tasks

    /// Measures the upload, and plans the tasks.
    ///
    /// - Parameters:
    ///   - request: The package.
    ///   - batchCost: The target for the cost of a batch of chunks, in CPU seconds.
    /// - Returns: The plan, which has no tasks if the package exists: see `TaskPlan.existing`.
    /// - Throws: `UploadError`, `exists` if the package's name is taken.
    package func plan(
        _ request: PackageRequest, batchCost: Double = 30
    ) async throws -> TaskPlan {
        try await execute(request, allowsChange: true) { context in
            let destination = try destination(of: request)
            let existing = try PackageAddress(destination: destination, name: request.name)
                .package(of: context.key, context.environment.upload)
            return TaskPlan(
                context.environment.plan, name: request.name, info: context.environment.info,
                existing: existing.map {
                    PackageResult($0, of: request)
                },
                batchCost: batchCost)
        }
    }

    /// Reserves the name of a package that is not published, where the destination needs that.
    ///
    /// - Parameter request: The package.
    /// - Returns: The seconds until the name is free, if its last package was removed recently; `nil` if the job has the name.
    /// - Throws: `UploadError`, `exists` or `locked` if another job has the name.
    package func reserveName(of request: PackageRequest) async throws -> Int? {
        try await UploadErrorMapping.named(
            request.upload.description, output: request.output.description
        ) {
            let writer = Self.writer(of: request, attempt: "tasks")
            return try await Self.onOwnThread { [self] () -> Int? in
                do {
                    _ = try destination(of: request).draft(request.name, by: writer, at: "")
                    return nil
                } catch let error as StorageError {
                    guard case .recentlyRemoved(let seconds) = error.kind else { throw error }
                    return seconds
                }
            }
        }
    }

    /// The writer of a job's package, which may write as long as the task's lease is valid.
    private static func writer(of request: PackageRequest, attempt: String) -> PackageWriter {
        let observer = TaskObserver.current
        let output = request.output
        return PackageWriter(job: request.folder, attempt: attempt) { () throws(StorageError) in
            guard observer?.isLeaseValid() ?? true else { throw .leaseExpired(output) }
        }
    }

    /// Receives the path of the best poster so far, each time that a better one is found.
    ///
    /// The file remains until the cleanup of the job.
    package typealias OnPoster = @Sendable (_ path: FilePath, _ summary: UploadSummary) -> Void

    /// Encodes chunks.
    ///
    /// - Parameters:
    ///   - request: The package.
    ///   - chunks: The indexes of the chunks.
    ///   - renditions: The names of the rungs that are encoded, in any order; `nil` for all.
    ///   - onProgress: Receives progress.
    ///   - onPoster: Receives posters.
    /// - Throws: `UploadError`.
    package func encode(
        _ request: PackageRequest, chunks: Range<Int>, renditions: [String]? = nil,
        onProgress: @escaping @Sendable (UploadProgress) -> Void = { _ in },
        onPoster: @escaping OnPoster = { _, _ in }
    ) async throws {
        try await execute(request, onPoster: onPoster) { context in
            guard let video = context.environment.plan.video else { return }
            // Another build may plan fewer chunks; `build` makes those that are missing.
            let chunks = video.chunks[chunks.clamped(to: video.chunks.indices)]
            let indexes = renditions?.compactMap { name in
                video.rungs.firstIndex { $0.name == name }
            }
            try await run(
                video.jobs(chunks, renditions: indexes, in: context.environment), of: video,
                for: request, context, onProgress)
        }
    }

    /// Makes poster and storyboard from the finished chunks, and decodes chunks whose images are missing.
    package func thumbnails(
        _ request: PackageRequest,
        onProgress: @escaping @Sendable (UploadProgress) -> Void = { _ in },
        onPoster: @escaping OnPoster = { _, _ in }
    ) async throws {
        try await execute(request, onPoster: onPoster) { context in
            guard let video = context.environment.plan.video, video.thumbnails != nil else {
                return
            }
            let jobs = video.jobs(video.chunks[...], renditions: [], in: context.environment)
            try await run(jobs, of: video, for: request, context, onProgress) {
                _ = try EncodingGraph.thumbnails(context.environment, $0, &$1)
            }
        }
    }

    /// Runs the jobs of chunks, and those that depend on them.
    private func run(
        _ jobs: [ChunkJob], of video: VideoPlan, for request: PackageRequest,
        _ context: Context,
        _ onProgress: @escaping @Sendable (UploadProgress) -> Void,
        adding add: ([JobHandle<ChunkArtifacts>], inout JobGraph) throws -> Void = { _, _ in }
    ) async throws {
        var graph = JobGraph()
        let handles = try jobs.map { try graph.add($0) }
        try add(handles, &graph)
        let chunks = jobs.map(\.chunk)
        let frames = chunks.reduce(0) { $0 + $1.frames.count }
        let meter = ProgressReport(
            upload: request.upload, name: request.name,
            duration: video.grid.time(of: frames).doubleValue,
            chunks: zip(handles.map(\.id), chunks))
        _ = try await runner.run(graph) { meter.report($0).map(onProgress) }
    }

    /// Encodes an audio track.
    ///
    /// - Parameters:
    ///   - request: The package.
    ///   - track: The index of the track in the plan.
    ///   - runs: The indexes of runs that are encoded, after the loudness is measured; `nil` for the whole track.
    ///   - onProgress: Receives progress.
    /// - Throws: `UploadError`.
    package func audio(
        _ request: PackageRequest, track: Int, runs: Range<Int>? = nil,
        onProgress: @escaping @Sendable (UploadProgress) -> Void = { _ in }
    ) async throws {
        try await execute(request) { context in
            let tracks = context.environment.plan.audio
            guard tracks.indices.contains(track) else { return }
            var graph = JobGraph()
            try AudioJobs.add(
                tracks[track], runs: runs, in: context.environment, to: &graph)
            let meter = ProgressReport(
                upload: request.upload, name: request.name,
                duration: context.environment.plan.duration.doubleValue, chunks: [])
            _ = try await runner.run(graph) { meter.report($0).map(onProgress) }
        }
    }

    /// Makes artifacts that are missing, builds the package and stages it.
    ///
    /// - Parameters:
    ///   - request: The package.
    ///   - attempt: A text that differs for each attempt, part of the name of the staged package.
    ///   - onProgress: Receives progress.
    ///   - onPoster: Receives posters.
    /// - Returns: The record of the staged package.
    /// - Throws: `UploadError`.
    package func build(
        _ request: PackageRequest, attempt: String,
        onProgress: @escaping @Sendable (UploadProgress) -> Void = { _ in },
        onPoster: @escaping OnPoster = { _, _ in }
    ) async throws -> BuiltPackage {
        try await execute(request, onPoster: onPoster) { context in
            let encoded = try await context.session.encode(
                context.environment, name: request.name, onProgress: onProgress)
            let package = PackageAssembler(
                environment: try await context.session.completed(
                    context.environment, context.probed, encoded
                ) { try await content(of: request, context.session) }, name: request.name,
                key: context.key,
                preset: request.preset,
                encoded: encoded)
            let draft = try PackageAddress(
                destination: try destination(of: request), name: request.name
            ).draft(
                context.environment.upload, by: Self.writer(of: request, attempt: attempt),
                at: context.workspace.path.appending("\(request.id)-\(attempt)"))
            TaskObserver.current?.onExpectedDuration(encoded.secondsToPackage)
            return try await runner.run(
                PackageJob(upload: context.environment.upload) { limits, isStopped in
                    let built = try package.build(
                        for: draft, limits: limits, isStopped: isStopped)
                    return BuiltPackage(
                        PackageResult(built.manifest, of: request),
                        upload: request.upload.description,
                        staged: try draft.stage(built.folder, placed: built.placed))
                })
        }
    }

    /// Removes the workspace of a job; tasks that use it fail.
    ///
    /// - Parameters:
    ///   - folder: The name of the workspace.
    ///   - output: The folder of the packages.
    ///   - package: The name of the job's package, of which what is not published is removed too; `nil` after its publication.
    ///   - root: The folder or prefix that the output must lie below.
    ///   - storage: The stores of packages.
    /// - Throws: `UploadError`.
    package static func cleanUp(
        folder: String, output: Location, package: String? = nil, below root: Location? = nil,
        in storage: StorageRegistry
    ) throws(UploadError) {
        do {
            try storage.removeJobWorkspace(
                at: output, job: folder, package: package, below: root)
        } catch {
            throw UploadErrorMapping.uploadError(
                error, upload: folder, output: output.description)
        }
    }

    /// The destination of a package; under a root, a link is never taken for one.
    private func destination(
        of request: PackageRequest
    ) throws(StorageError) -> any PackageDestination {
        try storage.destination(at: request.output, followsLinks: request.root == nil)
    }

    // MARK: Execution

    /// The state that a task works with.
    private struct Context: Sendable {
        let session: TranscodingSession
        let probed: ProbedUpload
        let environment: EncodingEnvironment
        let workspace: any JobWorkspace
        /// The package's key.
        let key: String
    }

    private func execute<Result: Sendable>(
        _ request: PackageRequest, allowsChange: Bool = false,
        onPoster: @escaping OnPoster = { _, _ in },
        _ body: (Context) async throws -> Result
    ) async throws -> Result {
        try await UploadErrorMapping.named(
            request.upload.description, output: request.output.description
        ) {
            let writer = Self.writer(of: request, attempt: "tasks")
            let (upload, workspace) = try await Self.onOwnThread { [storage] in
                let upload = try Upload(
                    request.upload, in: storage, below: request.uploadRoot,
                    formats: request.preset.limits.formats)
                if let expected = request.contentIdentity, expected != upload.contentIdentity {
                    throw upload.contentMismatch
                }
                let workspace = try storage.jobWorkspace(
                    at: request.output, job: request.folder, owner: request.queue,
                    below: request.root, package: (request.name, writer))
                return (upload, workspace)
            }
            let session = TranscodingSession(
                upload, preset: request.preset, trim: request.trim, on: runner, in: media,
                sharing: SpentTime(in: workspace))
            let result: Swift.Result<Result, any Error>
            do {
                result = .success(
                    try await execute(request, session, workspace, allowsChange, onPoster, body))
            } catch {
                result = .failure(error)
            }
            try? await withoutCancellation {
                try await Self.onOwnThread { try workspace.removeUnfinished() }
            }
            return try result.get()
        }
    }

    private static let files = BlockingPool(label: "vtranscode.files")

    /// Runs file operations that a file server may block, which must not occupy threads of the cooperative pool.
    private static func onOwnThread<Output: Sendable>(
        _ body: @escaping @Sendable () throws -> Output
    ) async throws -> Output {
        try await files.run { _ in try body() }
    }

    private func execute<Result: Sendable>(
        _ request: PackageRequest, _ session: TranscodingSession, _ workspace: any JobWorkspace,
        _ allowsChange: Bool, _ onPoster: @escaping OnPoster,
        _ body: (Context) async throws -> Result
    ) async throws -> Result {
        let measured = try await measured(
            request, session, in: workspace, allowsChange: allowsChange)
        let info = measured.probed.info
        let plan = try await session.plan(measured.probed)
        try MemoryCheck.check(plan, of: session.upload)
        let summary = UploadSummary(plan, name: request.name, info: info)
        let environment = session.environment(
            plan, of: measured.probed, in: workspace,
            posters: PosterSelection { onPoster($0, summary) },
            onArtifact: TaskObserver.current?.onArtifact)
        return try await body(
            Context(
                session: session, probed: measured.probed, environment: environment,
                workspace: workspace, key: measured.key(request)))
    }

    /// Returns whether a stored measurement has the hash of this upload: that of the request, or one that this process measured.
    private func isValid(
        _ stored: MeasuredUpload, _ request: PackageRequest, _ upload: Upload
    ) async throws -> Bool {
        let identity = stored.probed.identity
        if let current = upload.contentIdentity { return identity == current }
        if let known = request.sha256 ?? hashes.hash(of: upload) { return identity == known }
        let measured = try await runner.run(HashJob(upload: upload, sidecars: [])).identity
        hashes.store(measured, of: upload)
        return identity == measured
    }

    /// Loads the measurement of an upload, or measures it.
    ///
    /// With `allowsChange`, an upload that has changed is measured again, as by the first task; otherwise the change is an error.
    private func measured(
        _ request: PackageRequest, _ session: TranscodingSession, in workspace: any JobWorkspace,
        allowsChange: Bool
    ) async throws -> MeasuredUpload {
        let upload = session.upload
        let stored = try await Self.onOwnThread {
            MeasuredUpload.load(request, upload, from: workspace)
        }
        if let stored {
            if stored.version != upload.version {
                guard allowsChange else { throw upload.changed }
            } else if try await isValid(stored, request, upload) {
                return stored
            }
        }
        let content = try await content(of: request, session)
        TaskObserver.current?.onExpectedDuration(TaskObserver.seconds(bytes: Double(upload.size)))
        let probed = try await session.probe(content)
        TaskObserver.current?.onExpectedDuration(0)
        hashes.store(content.identity, of: upload)
        let measured = MeasuredUpload(
            version: upload.version, captions: content.sidecars.map(\.identity), probed: probed)
        try await Self.onOwnThread {
            try upload.checkUnchanged()
            try measured.save(request, in: workspace)
        }
        return measured
    }

    /// Reads the hashes of an upload and of its captions, which are those of the request.
    private func content(
        of request: PackageRequest, _ session: TranscodingSession
    ) async throws -> UploadContent {
        let upload = session.upload
        let content = try await session.content(
            Self.onOwnThread { try request.sidecarNames(in: upload.source) })
        if let expected = request.sha256, expected != content.sha256 {
            throw upload.contentMismatch
        }
        try request.checkSidecars(content.sidecars)
        return content
    }
}
