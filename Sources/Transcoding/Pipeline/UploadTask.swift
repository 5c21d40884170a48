internal import Crypto
internal import Foundation
internal import MediaUnits
internal import Presets
internal import Scheduling
internal import Storage

/// Takes one upload the whole way: hash, probe, plan, encode, settle, publish.
struct UploadTask: Sendable {
    let path: String
    let name: String
    let sideCars: [SideCarName]
    let options: RunOptions
    let runner: Runner
    let media: MediaRunner
    let onEvent: @Sendable (RunEvent) -> Void

    func run() async -> UploadResult {
        do {
            return try await process()
        } catch {
            if RunFault.isCancellation(error) { return result(.interrupted) }
            let fault = RunFault.uploadError(error, upload: path, output: options.output)
            return result(.failed(fault))
        }
    }

    private func process() async throws -> UploadResult {
        let started = ContinuousClock.now
        let upload = try Upload(path)
        let (limits, budget) = (options.preset.limits, WorkBudget(options.preset.limits))
        let content = try await upload.content(on: runner, sideCars: sideCars, limits: limits)
        let key = packageKey(content)
        if let earlier = try existing(key, upload) { return earlier }
        let probed = try await runner.run(
            ProbeJob(
                upload: upload, content: content, limits: limits, media: media, budget: budget))
        let plan = try Planner(probed, preset: options.preset, trim: options.trim).plan()
        announce(plan)

        let work = UploadWork(
            upload: upload, facts: probed.facts, plan: plan,
            folder: try WorkFolder(output: options.output, key: "\(key.prefix(24))-\(name)"),
            media: media, budget: budget, isForced: options.force)
        let published = try await work.run {
            let encoding = try EncodingGraph(work)
            let meter = ProgressReport(path: path, name: name, plan: plan, encoding: encoding)
            let outcome = try await encoding.run(on: runner) { progress in
                if let news = meter.report(progress) { onEvent(.progress(news)) }
            }
            let publication = Publication(
                work: work, name: name, key: key, preset: options.preset, output: options.output,
                isForced: options.force)
            return try await runner.run(PublicationJob(publication: publication, outcome: outcome))
        }
        let seconds = (ContinuousClock.now - started) / .seconds(1)
        return result(
            .published(
                bytes: published.bytes, seconds: seconds, segments: published.segments,
                reused: published.reused),
            notices: published.notices, duration: plan.duration.doubleValue)
    }

    /// The same part of the same upload, with the same captions beside it, preset and build, gives the same key and package.
    private func packageKey(_ content: UploadContent) -> String {
        let parts = [
            content.identity, options.preset.identity, EngineVersions.current.identity,
            options.trim.identity,
        ].filter { !$0.isEmpty }
        return SHA256.hash(data: Data(parts.joined(separator: "\n").utf8)).hexadecimal
    }

    /// What to say of a package that is there already; `nil` if one is to be made.
    private func existing(_ key: String, _ upload: Upload) throws -> UploadResult? {
        let folder = "\(options.output)/\(name)"
        guard FileManager.default.fileExists(atPath: folder) else { return nil }
        let package = ExistingPackage(name, in: options.output)
        // Only what this program made is replaced, even with --force.
        if options.force, package != nil { return nil }
        if let package, package.manifest.key == key, package.isComplete {
            let manifest = package.manifest
            return result(.unchanged, notices: manifest.notices, duration: manifest.duration)
        }
        let isEmpty =
            (try? FileManager.default.contentsOfDirectory(atPath: folder))?.isEmpty ?? false
        guard !isEmpty else { return nil }
        throw upload.error(
            .exists,
            package == nil
                ? "\(folder) is there and is no package"
                : package?.manifest.key == key
                    ? "\(folder) was made from this upload, but files of it are missing"
                    : "\(folder) is there, made from another upload or part of it, captions, preset or build",
            advice: package == nil
                ? "choose another --name or --output, or move it away"
                : "choose another --name or --output, or replace it with --force")
    }

    private func announce(_ plan: Plan) {
        onEvent(
            .planned(
                upload: path, name: name, duration: plan.duration.doubleValue,
                rungs: plan.video?.rungs.map(\.name) ?? [],
                warnings: plan.notices.filter { $0.severity != .info }))
    }

    private func result(
        _ outcome: UploadResult.Outcome, notices: [Notice] = [], duration: Double = 0
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
