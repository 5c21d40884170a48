internal import Captions
internal import LibAV
public import Logging
public import MediaModel
public import MediaSandbox
public import MediaUnits
public import Planning
public import Presets
internal import Probing
internal import Scheduling
public import Storage

/// The processing of one upload, which is opened once: probe, plan, encode.
///
/// Media is read in sandbox processes; this process has the descriptor and validates their replies. Each function takes the
/// result of the one before as a value, which may also come from another process or an earlier run.
public struct TranscodingSession: Sendable {
    let upload: Upload
    let preset: Preset
    let trim: TrimRequest
    let runner: Runner
    let media: MediaRunner
    let budget: WorkBudget

    /// Opens an upload.
    ///
    /// - Parameters:
    ///   - location: The upload's location, which is named in messages and never given to libav.
    ///   - storage: The store of the upload.
    ///   - preset: The preset, whose limits apply to every function.
    ///   - trim: The part of the upload that is packaged.
    ///   - jobs: The largest number of jobs that run at once.
    ///   - memory: The bytes that jobs may state together.
    ///   - sandboxMode: The processes that read media.
    ///   - logger: The destination of libav's messages.
    /// - Throws: `UploadError` if the upload cannot be opened or is no regular file.
    public init(
        _ location: Location, in storage: StorageRegistry = .local, preset: Preset,
        trim: TrimRequest = TrimRequest(), jobs: Int = 1,
        memory: Int = .max,
        sandboxMode: SandboxMode, logger: Logger
    ) throws(UploadError) {
        LibAVProcess.prepare(logger: logger)
        self.init(
            try Upload(location, in: storage, formats: preset.limits.formats),
            preset: preset, trim: trim,
            on: Runner(width: jobs, memory: memory), in: MediaRunner(sandboxMode, logger: logger))
    }

    /// Opens an upload to measure it.
    ///
    /// - Parameters:
    ///   - location: The upload's location.
    ///   - storage: The store of the upload.
    ///   - formats: The codecs that are read.
    ///   - sandboxMode: The processes that read media.
    ///   - logger: The destination of libav's messages.
    /// - Throws: `UploadError` if the upload cannot be opened or is no regular file.
    public init(
        measuring location: Location, in storage: StorageRegistry = .local,
        formats: FormatSet = .modern, sandboxMode: SandboxMode,
        logger: Logger
    ) throws(UploadError) {
        let preset = Preset(
            name: "probe", description: "Limits of a measurement.", ladder: [],
            limits: Limits(formats: formats))
        try self.init(
            location, in: storage, preset: preset, sandboxMode: sandboxMode, logger: logger)
    }

    /// Makes a session of an open upload, with a runner and processes that other sessions share.
    ///
    /// - Parameters:
    ///   - upload: The upload, opened for the formats of the preset's limits.
    ///   - preset: The preset.
    ///   - trim: The part of the upload that is packaged.
    ///   - runner: The runner of jobs.
    ///   - media: The processes that read media.
    ///   - spent: The CPU time that other processes spend on the upload; `nil` for none.
    init(
        _ upload: Upload, preset: Preset, trim: TrimRequest = TrimRequest(), on runner: Runner,
        in media: MediaRunner, sharing spent: SpentTime? = nil
    ) {
        self.upload = upload
        self.preset = preset
        self.trim = trim
        self.runner = runner
        self.media = media
        budget = WorkBudget(
            preset.limits, sharedBy: spent, onSpend: TaskObserver.current?.onCPUTime)
    }

    /// Returns the session with further cue points, those of the upload.
    private func adding(_ cuePoints: [CuePoint]) -> TranscodingSession {
        TranscodingSession(
            upload, preset: preset.adding(cuePoints), trim: trim, on: runner, in: media)
    }

    // MARK: Probing and planning

    /// Measures the upload and the captions beside it.
    ///
    /// - Throws: `UploadError` if the upload is not usable.
    public func probe() async throws -> MediaInfo {
        try await UploadErrorMapping.named(upload.name) {
            try await probe(
                sidecars: SidecarFolder.sidecars(beside: upload.location, in: upload.source)
                    .captions
            ).info
        }
    }

    /// Returns the plan of the upload with the captions beside it, and the reasons.
    ///
    /// - Throws: `UploadError` if the upload is not usable.
    public func plan() async throws -> PlanSummary {
        try await UploadErrorMapping.named(upload.name) {
            let found = try SidecarFolder.sidecars(beside: upload.location, in: upload.source)
            let session = adding(
                try CuePointSidecar.read(
                    found.cuePoints, beside: upload.location, in: upload.source))
            let probed = try await session.probe(sidecars: found.captions)
            return PlanSummary(try await session.plan(probed), preset: preset.name)
        }
    }

    /// Reads the upload and its captions completely, for their hashes; the preset may exclude the captions.
    ///
    /// - Throws: `UploadError`; `tooManyBytes` before anything is read.
    func content(_ sidecars: [SidecarName]) async throws -> UploadContent {
        if let most = preset.limits.bytes, upload.size > most.bytes {
            throw upload.error(
                .tooManyBytes,
                "it has \(ByteCount(upload.size)), more than the preset's \(most)",
                advice: "upload a smaller file, or raise limits.bytes")
        }
        let used = preset.usesSidecars ? sidecars : []
        return try await runner.run(HashJob(upload: upload, sidecars: used))
    }

    /// Measures the upload, whose hashes are known; samples of it are encoded if the preset has a quality target.
    ///
    /// - Throws: `UploadError` if the upload is not usable.
    func probe(_ content: UploadContent) async throws -> ProbedUpload {
        var probed = try await measure(content, readsAllPackets: false)
        probed.samples = try await encodeSamples(probed)
        return probed
    }

    /// Measures the upload, whose hashes are known.
    ///
    /// - Parameters:
    ///   - content: The hashes.
    ///   - readsAllPackets: Whether all packets are read, even if the index has them.
    /// - Returns: The measurements, without samples.
    /// - Throws: `UploadError` if the upload is not usable.
    private func measure(
        _ content: UploadContent, readsAllPackets: Bool
    ) async throws -> ProbedUpload {
        try await runner.run(
            ProbeJob(
                upload: upload, content: content, limits: preset.limits, media: media,
                budget: budget, readsAllPackets: readsAllPackets))
    }

    /// Encodes samples of an upload.
    ///
    /// - Returns: The samples; `nil` if the preset has no quality target.
    private func encodeSamples(_ probed: ProbedUpload) async throws -> [EncodedSample]? {
        guard preset.hasProbeEncode, probed.info.video != nil else { return nil }
        let plan = try await plan(probed)
        try MemoryCheck.check(plan, of: upload)
        let work = ProbeEncodePlanWork(probed: probed, preset: preset, trim: trim)
        let planned = try await runner.run(
            ProbeEncodePlanJob(upload: upload, work: work, media: media, budget: budget))
        guard let samples = planned else { return [] }
        var graph = JobGraph()
        let handles = try samples.video.chunks.indices.map {
            try graph.add(
                ProbeEncodeJob(
                    upload: upload, samples: samples, index: $0, plan: plan, media: media,
                    budget: budget))
        }
        let result = try await runner.run(graph)
        return try handles.flatMap { try result[$0] }
    }

    /// Measures the upload and captions beside it.
    func probe(sidecars: [SidecarName] = []) async throws -> ProbedUpload {
        try await probe(content(sidecars))
    }

    /// Plans the package of an upload that was measured.
    func plan(_ probed: ProbedUpload) async throws -> EncodingPlan {
        try await runner.run(
            PlanJob(
                upload: upload, probed: probed, preset: preset, trim: trim, media: media,
                budget: budget))
    }

    // MARK: Jobs in a workspace

    /// Returns the values that all jobs of a plan use.
    func environment(
        _ plan: EncodingPlan, of probed: ProbedUpload, in workspace: any Workspace,
        isForced: Bool = false,
        posters: PosterSelection? = nil, onArtifact: (@Sendable () -> Void)? = nil
    ) -> EncodingEnvironment {
        EncodingEnvironment(
            upload: upload, probed: probed, plan: plan, workspace: workspace, media: media,
            budget: budget, isForced: isForced, posters: posters, onArtifact: onArtifact)
    }

    /// Encodes what is missing in a workspace.
    ///
    /// - Parameters:
    ///   - environment: The environment of this session's plan.
    ///   - name: The package's name, for progress.
    ///   - encodes: Whether renditions are made; otherwise thumbnails alone.
    ///   - onProgress: Gets progress from time to time.
    /// - Returns: All artifacts of the plan, found or made.
    /// - Throws: The error of a job.
    func encode(
        _ environment: EncodingEnvironment, name: String, encodes: Bool = true,
        onProgress: @escaping @Sendable (UploadProgress) -> Void = { _ in }
    ) async throws -> EncodingResult {
        let encoding = try EncodingGraph(environment, encodes: encodes)
        let meter = ProgressReport(
            upload: upload.location, name: name, plan: environment.plan, encoding: encoding)
        return try await encoding.run(on: runner) { meter.report($0).map(onProgress) }
    }

    /// Returns the environment for packaging.
    ///
    /// If chunks have shown closed captions or frame sizes that the probe of an index has not, all packets are read now, and the
    /// upload is planned again. Segments and chunks remain, since these depend on neither.
    ///
    /// - Parameters:
    ///   - environment: The environment of the jobs.
    ///   - probed: The measurements that it was planned from.
    ///   - encoded: The results of the jobs.
    ///   - content: Reads the hashes of the upload and of its captions.
    /// - Returns: The same environment, or one of the other plan.
    /// - Throws: `UploadError` if the upload is not usable.
    func completed(
        _ environment: EncodingEnvironment, _ probed: ProbedUpload, _ encoded: EncodingResult,
        _ content: () async throws -> UploadContent
    ) async throws -> EncodingEnvironment {
        guard probed.lacksContent(of: encoded.chunks.map(\.decoding.result)) else {
            return environment
        }
        var complete = try await measure(content(), readsAllPackets: true)
        // They decide about segments.
        complete.samples = probed.samples
        return self.environment(
            try await plan(complete), of: complete, in: environment.workspace,
            isForced: environment.isForced)
    }
}
