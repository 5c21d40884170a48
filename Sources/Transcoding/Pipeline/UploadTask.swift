internal import Captions
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Packaging
internal import Presets
internal import Probing
internal import Scheduling
internal import Storage

/// Takes one upload the whole way: hash, probe, plan, encode, settle, publish.
struct UploadTask: Sendable {
    let path: String
    let name: String
    /// The captions beside it, or why those are not known.
    let sidecars: Result<[SidecarName], UploadError>
    let options: RunOptions
    let runner: Runner
    let media: MediaRunner
    let onEvent: @Sendable (RunEvent) -> Void

    func run() async -> UploadResult {
        // Each further upload would fail for the same reason.
        if media.isLost { return result(.interrupted) }
        do {
            return try await process()
        } catch {
            if RunFault.isCancellation(error) || RunFault.isSandboxLost(error) {
                return result(.interrupted)
            }
            let fault = RunFault.uploadError(error, upload: path, output: options.output)
            return result(.failed(fault))
        }
    }

    private func process() async throws -> UploadResult {
        let started = ContinuousClock.now
        let upload = try Upload(path, formats: options.preset.limits.formats)
        let session = TranscodingSession(
            upload, preset: options.preset, trim: options.trim, on: runner, in: media)
        let content = try await session.content(sidecars.get())
        let key = content.packageKey(preset: options.preset, trim: options.trim)
        let place = LocalDestination(output: options.output, name: name)
        let workKey = "\(key.prefix(24))-\(name)"
        if let earlier = try place.package(of: key, upload, isForced: options.force) {
            // An earlier run could not remove all that it left. What stays is hidden, and removed by a later one.
            try? LocalWorkspace.discard(output: options.output, key: workKey)
            return result(.unchanged, notices: earlier.notices, duration: earlier.duration)
        }
        let probed = try await session.probe(content)
        let plan = try await session.plan(probed)
        announce(plan)

        let folder = try LocalWorkspace(output: options.output, key: workKey)
        let work = session.work(plan, of: probed, in: folder, isForced: options.force)
        let built = try await folder.during {
            let outcome = try await session.encode(work, name: name) { onEvent(.progress($0)) }
            let package = PackageAssembly(
                work: work, name: name, key: key, preset: options.preset, outcome: outcome)
            return try await runner.run(
                PackageJob(upload: upload) { limits, isStopped in
                    let built = try package.build(limits: limits, isStopped: isStopped)
                    try place.publish(built.folder, upload, isForced: options.force)
                    return built
                })
        }
        let seconds = (ContinuousClock.now - started) / .seconds(1)
        return result(
            .published(
                bytes: built.bytes, seconds: seconds,
                segments: built.manifest.work.segments, reused: built.manifest.work.reused),
            notices: built.manifest.notices, duration: plan.duration.doubleValue)
    }

    private func announce(_ plan: EncodingPlan) {
        onEvent(
            .planned(
                upload: path, name: name, duration: plan.duration.doubleValue,
                rungs: plan.video?.rungs.map(\.name) ?? [],
                warnings: plan.notices.filter { $0.severity != .info }))
    }

    private func result(
        _ outcome: UploadResult.Outcome, notices: [MediaFinding] = [], duration: Double = 0
    ) -> UploadResult {
        UploadResult(
            upload: path, name: name, outcome: outcome, notices: notices, duration: duration)
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
