internal import LibAV
public import Logging
public import MediaModel
public import MediaSandbox
internal import MediaUnits
internal import Presets
internal import Probing
internal import Scheduling
internal import Storage

/// Makes packages in steps that different processes may take, on machines which share the output folder.
///
/// Each step may be taken again, and by several at a time: what is finished is found, not made again. A package is the same
/// as one that `Pipeline` makes. One such object serves any number of orders at once. Every step throws `UploadError`, or
/// `CancellationError` within a second after its task is cancelled, and leaves nothing half done.
public final class StagedTranscoder: Sendable {
    private let runner: Runner
    private let media: MediaRunner
    private let hashes = UploadHashes()

    /// Makes a transcoder.
    ///
    /// - Parameters:
    ///   - jobs: The most jobs in flight at once, of all steps together.
    ///   - memory: Bytes that they may state together.
    ///   - sandboxMode: Where uploads are probed, decoded and encoded.
    ///   - logger: Told what libav says.
    public init(jobs: Int, memory: Int, sandboxMode: SandboxMode, logger: Logger) {
        LibAVProcess.prepare(logger: logger)
        runner = Runner(width: jobs, memory: memory)
        media = MediaRunner(sandboxMode, logger: logger)
    }

    // MARK: Steps

    /// Measures the upload, and says what is to be done.
    ///
    /// - Parameters:
    ///   - order: What is wanted.
    ///   - batchCost: CPU seconds that a batch of chunks should cost.
    /// - Returns: The plan, which may be empty of work: see `StagedPlan.existing`.
    /// - Throws: `UploadError`, `exists` if the package's name is taken.
    public func plan(
        _ order: PackageRequest, batchCost: Double = 60
    ) async throws -> StagedPlan {
        try await step(order, measuresAnew: true) { step in
            let existing = try order.place.package(of: step.key, step.work.upload)
            return StagedPlan(
                step.work.plan, name: order.name, info: step.work.info,
                existing: existing.map { PackageResult($0, in: order.output) },
                batchCost: batchCost)
        }
    }

    /// Told of the best poster that is on the disk by now, each time that it is a better one: a file that stays until the order
    /// is cleaned up.
    public typealias OnPoster = @Sendable (_ path: String, _ summary: StagedSummary) -> Void

    /// Encodes chunks into every rung.
    public func encode(
        _ order: PackageRequest, chunks: Range<Int>,
        onProgress: @escaping @Sendable (UploadProgress) -> Void = { _ in },
        onPoster: @escaping OnPoster = { _, _ in }
    ) async throws {
        try await step(order, onPoster: onPoster) { step in
            guard let video = step.work.plan.video else { return }
            // Another build may plan fewer; whatever is missing in the end is made by `build`.
            let chunks = video.chunks[chunks.clamped(to: video.chunks.indices)]
            try await run(chunks, of: video, for: order, step, onProgress)
        }
    }

    /// Puts poster and storyboard together, from what the chunks left; encodes those that are missing.
    public func thumbnails(
        _ order: PackageRequest,
        onProgress: @escaping @Sendable (UploadProgress) -> Void = { _ in },
        onPoster: @escaping OnPoster = { _, _ in }
    ) async throws {
        try await step(order, onPoster: onPoster) { step in
            guard let video = step.work.plan.video, video.thumbnails != nil else { return }
            try await run(video.chunks[...], of: video, for: order, step, onProgress) {
                _ = try EncodingGraph.thumbnails(step.work, $0, &$1)
            }
        }
    }

    /// Runs chunks, and what is made of them.
    private func run(
        _ chunks: ArraySlice<ChunkPlan>, of video: VideoPlan, for order: PackageRequest,
        _ step: Step,
        _ onProgress: @escaping @Sendable (UploadProgress) -> Void,
        adding add: ([JobHandle<Artifact<ChunkResult>>], inout JobGraph) throws -> Void = { _, _ in
        }
    ) async throws {
        var graph = JobGraph()
        let handles = try chunks.map {
            try graph.add(ChunkJob(work: step.work, video: video, chunk: $0))
        }
        try add(handles, &graph)
        let frames = chunks.reduce(0) { $0 + $1.frames.count }
        let meter = ProgressReport(
            path: order.upload, name: order.name,
            duration: video.grid.time(of: frames).doubleValue,
            chunks: zip(handles.map(\.id), chunks))
        _ = try await runner.run(graph) { meter.report($0).map(onProgress) }
    }

    /// Encodes a sound track.
    public func audio(
        _ order: PackageRequest, track: Int,
        onProgress: @escaping @Sendable (UploadProgress) -> Void = { _ in }
    ) async throws {
        try await step(order) { step in
            let tracks = step.work.plan.audio
            guard tracks.indices.contains(track) else { return }
            var graph = JobGraph()
            try graph.add(AudioJob(work: step.work, audio: tracks[track]))
            let meter = ProgressReport(
                path: order.upload, name: order.name,
                duration: step.work.plan.duration.doubleValue, chunks: [])
            _ = try await runner.run(graph) { meter.report($0).map(onProgress) }
        }
    }

    /// Makes everything that is still missing, and the package, but for its name.
    ///
    /// - Parameters:
    ///   - order: What is wanted.
    ///   - attempt: Different for each, so that none gets into another's way: part of a file's name.
    ///   - onProgress: Told how far it is.
    ///   - onPoster: Told of posters.
    /// - Returns: What is to be published.
    /// - Throws: `UploadError`.
    public func build(
        _ order: PackageRequest, attempt: String,
        onProgress: @escaping @Sendable (UploadProgress) -> Void = { _ in },
        onPoster: @escaping OnPoster = { _, _ in }
    ) async throws -> BuiltPackage {
        try await step(order, onPoster: onPoster) { step in
            let outcome = try await step.session.encode(
                step.work, name: order.name, onProgress: onProgress)
            let package = PackageAssembly(
                work: step.work, name: order.name, key: step.key, preset: order.preset,
                outcome: outcome)
            let folder = "\(step.folder.path)/\(order.id)-\(attempt)"
            StepObserver.current?.onExpectation(outcome.secondsToPackage)
            return try await runner.run(
                PackageJob(upload: step.work.upload) { limits, isStopped in
                    let built = try package.build(limits: limits, isStopped: isStopped)
                    return BuiltPackage(
                        PackageResult(built.manifest, in: order.output), upload: order.upload,
                        staged: try StagedPackage(built.folder, movedTo: folder))
                })
        }
    }

    /// Removes all that the steps of an order left, but its published package; steps under way fail.
    ///
    /// - Parameters:
    ///   - folder: The name of its work folder.
    ///   - output: Where packages go.
    ///   - root: Where that must lie.
    /// - Throws: `UploadError`.
    public static func cleanUp(
        folder: String, output: String, below root: String? = nil
    ) throws(UploadError) {
        do {
            try SharedWorkspace.remove(
                output: output, job: folder, below: root.map(RootFolder.init))
        } catch {
            throw RunFault.uploadError(error, upload: folder, output: output)
        }
    }

    // MARK: What they share

    /// An order as a step finds it.
    private struct Step: Sendable {
        let session: TranscodingSession
        let work: UploadWork
        let folder: SharedWorkspace
        /// Of the package.
        let key: String
    }

    private func step<Result: Sendable>(
        _ order: PackageRequest, measuresAnew: Bool = false,
        onPoster: @escaping OnPoster = { _, _ in },
        _ body: (Step) async throws -> Result
    ) async throws -> Result {
        try await RunFault.named(order.upload, output: order.output) {
            let (upload, folder) = try await Self.onOwnThread {
                let upload = try Upload(
                    order.upload, below: order.rootFolder, formats: order.preset.limits.formats)
                let folder = try SharedWorkspace(
                    output: order.output, job: order.folder, below: order.rootFolder)
                return (upload, folder)
            }
            let session = TranscodingSession(
                upload, preset: order.preset, trim: order.trim, on: runner, in: media,
                sharing: SpentTime(in: folder))
            let result: Swift.Result<Result, any Error>
            do {
                result = .success(
                    try await step(order, session, folder, measuresAnew, onPoster, body))
            } catch {
                result = .failure(error)
            }
            // Not stopped by what stopped the step.
            try? await Task { try await Self.onOwnThread { try folder.removeOwn() } }.value
            return try result.get()
        }
    }

    private static let files = BlockingPool(label: "vtranscode.step")

    /// Does what a file server may keep from ending, for which Swift's own threads must not wait.
    private static func onOwnThread<Output: Sendable>(
        _ body: @escaping @Sendable () throws -> Output
    ) async throws -> Output {
        try await files.run { _ in try body() }
    }

    private func step<Result: Sendable>(
        _ order: PackageRequest, _ session: TranscodingSession, _ folder: SharedWorkspace,
        _ measuresAnew: Bool, _ onPoster: @escaping OnPoster, _ body: (Step) async throws -> Result
    ) async throws -> Result {
        let measured = try await measured(order, session, in: folder, anew: measuresAnew)
        let info = measured.probed.info
        let plan = try await session.plan(measured.probed)
        let summary = StagedSummary(plan, name: order.name, info: info)
        let work = session.work(
            plan, of: info, in: folder, posters: PosterWatch { onPoster($0, summary) },
            onArtifact: StepObserver.current?.onArtifact)
        return try await body(
            Step(session: session, work: work, folder: folder, key: measured.key(order)))
    }

    /// Whether what is kept was measured of this upload: by the order's hash, or by that which this process measured, once.
    private func isOwn(
        _ kept: MeasuredUpload, _ order: PackageRequest, _ upload: Upload
    ) async throws -> Bool {
        let hash = kept.probed.info.sha256
        if let known = order.sha256 ?? hashes.hash(of: upload) { return hash == known }
        let measured = try await runner.run(HashJob(upload: upload, sidecars: [])).sha256
        hashes.note(measured, of: upload)
        return hash == measured
    }

    /// What is known of an upload, or is found out now.
    ///
    /// An upload that changed is another one; only the first step may begin again with it.
    private func measured(
        _ order: PackageRequest, _ session: TranscodingSession, in folder: SharedWorkspace,
        anew: Bool
    ) async throws -> MeasuredUpload {
        let upload = session.upload
        let kept = try await Self.onOwnThread { MeasuredUpload.kept(order, upload, in: folder) }
        if let kept {
            if kept.version != upload.version {
                guard anew else { throw upload.changed }
            } else if try await isOwn(kept, order, upload) {
                return kept
            }
        }
        let content = try await session.content(
            Self.onOwnThread { try SidecarFolder.sidecars(beside: order.upload) })
        if let wanted = order.sha256, wanted != content.sha256 { throw upload.contentMismatch }
        StepObserver.current?.onExpectation(StepObserver.seconds(bytes: Double(upload.size)))
        let probed = try await session.probe(content)
        StepObserver.current?.onExpectation(0)
        hashes.note(content.sha256, of: upload)
        let measured = MeasuredUpload(
            version: upload.version, captions: content.sidecars.map(\.identity), probed: probed)
        try await Self.onOwnThread {
            try upload.checkUnchanged()
            try measured.keep(order, in: folder)
        }
        return measured
    }
}
