internal import Captions
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Packaging
internal import Presets
internal import Probing
internal import Scheduling
internal import Storage
internal import SystemPackage

/// Processes one upload of a run: hash, probe, plan, encode, package, commit.
struct UploadRun: Sendable {
    let location: Location
    let name: String
    /// The files beside the upload, or the error of listing them.
    let sidecars: Result<FoundSidecars, UploadError>
    let options: RunOptions
    let runner: Runner
    let media: MediaRunner
    let onEvent: @Sendable (RunEvent) -> Void

    func run() async -> UploadResult {
        // All further uploads would fail for the same reason.
        if media.hasServerExited { return result(.interrupted) }
        do {
            return try await process()
        } catch {
            if UploadErrorMapping.isCancellation(error)
                || UploadErrorMapping.isSandboxServerError(error)
            {
                return result(.interrupted)
            }
            let uploadError = UploadErrorMapping.uploadError(
                error, upload: location.description, output: options.output.description)
            return result(.failed(uploadError))
        }
    }

    private func process() async throws -> UploadResult {
        let started = ContinuousClock.now
        let upload = try Upload(
            location, in: options.storage,
            formats: options.preset.limits.formats)
        let found = try sidecars.get()
        let preset = options.preset.adding(
            try CuePointSidecar.read(found.cuePoints, beside: location, in: upload.source))
        let session = TranscodingSession(
            upload, preset: preset, trim: options.trim, on: runner, in: media)
        let content = try await session.content(found.captions)
        let key = content.packageKey(preset: preset, trim: options.trim)
        let destination = try options.storage.destination(at: options.output)
        let address = PackageAddress(destination: destination, name: name)
        let workspaceKey = "\(key.prefix(24))-\(name)"
        if let earlier = try address.package(of: key, upload, isForced: options.force) {
            // The rest of an earlier run. What cannot be removed now is hidden, and removed by a later run.
            try? options.storage.discardRunWorkspace(at: options.output, key: workspaceKey)
            return result(.unchanged, findings: earlier.findings, duration: earlier.duration)
        }
        let (built, duration) = try await publish(
            upload, session, content, key, to: address, workspaceKey: workspaceKey)
        let seconds = (ContinuousClock.now - started) / .seconds(1)
        return result(
            .published(
                bytes: built.bytes, seconds: seconds,
                segments: built.manifest.work.segments, reused: built.manifest.work.reused),
            findings: built.manifest.findings, duration: duration)
    }

    /// Encodes an upload, and commits its package.
    ///
    /// - Returns: The package, and its duration in seconds.
    private func publish(
        _ upload: Upload, _ session: TranscodingSession, _ content: UploadContent, _ key: String,
        to address: PackageAddress, workspaceKey: String
    ) async throws -> (PackageAssembler.Built, duration: Double) {
        let probed = try await session.probe(content)
        let plan = try await session.plan(probed)
        try MemoryCheck.check(plan, of: upload)
        announce(plan)

        let workspace = try options.storage.runWorkspace(at: options.output, key: workspaceKey)
        let draft = try address.draft(
            upload, by: PackageWriter(job: workspaceKey, attempt: "run"),
            at: workspace.path.appending("staged"))
        var environment = session.environment(
            plan, of: probed, in: workspace, isForced: options.force)
        // Segments of a package that is verified are in one folder first.
        if !options.verifies { environment.draft = draft }
        let built = try await workspace.during(discarding: {
            draft.stop()
            try address.discardDraft(of: workspaceKey)
        }) {
            let encoded = try await session.encode(environment, name: name) {
                onEvent(.progress($0))
            }
            let package = PackageAssembler(
                environment: try await session.completed(environment, probed, encoded) { content },
                name: name, key: key, preset: session.preset,
                encoded: encoded)
            return try await runner.run(
                PackageJob(upload: upload) { limits, isStopped in
                    let built = try package.build(
                        for: draft, limits: limits, isStopped: isStopped)
                    if options.verifies {
                        try PackageVerification(
                            plan: package.environment.plan, folder: built.folder, upload: upload,
                            media: media, storage: options.storage
                        ).check(isStopped)
                    }
                    let staged = try draft.stage(built.folder, placed: built.placed)
                    try address.commit(staged, upload, isForced: options.force)
                    return built
                })
        }
        return (built, plan.duration.doubleValue)
    }

    private func announce(_ plan: EncodingPlan) {
        onEvent(
            .planned(
                upload: location, name: name, duration: plan.duration.doubleValue,
                rungs: plan.video?.rungs.map(\.name) ?? [],
                warnings: plan.findings.filter { $0.severity != .info }))
    }

    private func result(
        _ outcome: UploadResult.Outcome, findings: [Finding] = [], duration: Double = 0
    ) -> UploadResult {
        UploadResult(
            upload: location, name: name, outcome: outcome, findings: findings, duration: duration)
    }
}

extension Runner {
    /// Runs one job by itself.
    func run<Single: Job>(_ job: Single) async throws -> Single.Output {
        var graph = JobGraph()
        let handle = try graph.add(job)
        return try await run(graph)[handle]
    }
}
