internal import LibAV
public import Logging
public import MediaModel
public import MediaSandbox
public import MediaUnits
public import Planning
public import Presets
internal import Scheduling

/// Looks at an upload without encoding anything.
public enum Inspection {
    /// - Throws: `UploadError` if nothing can be made of the upload.
    public static func probe(
        _ path: String, formats: FormatSet = .modern, isolation: Isolation, logger: Logger
    ) async throws -> UploadFacts {
        LibAVProcess.prepare(logger: logger)
        return try await RunFault.named(path) {
            let media = MediaRunner(isolation, logger: logger)
            let upload = try Upload(path, formats: formats)
            return try await measure(upload, Limits(formats: formats), media, WorkBudget()).facts
        }
    }

    /// What `run` would do, and why.
    ///
    /// - Throws: `UploadError` if nothing can be made of the upload.
    public static func plan(
        _ path: String, preset: Preset, trim: Trim = Trim(), isolation: Isolation, logger: Logger
    ) async throws -> PlanSummary {
        LibAVProcess.prepare(logger: logger)
        return try await RunFault.named(path) {
            let media = MediaRunner(isolation, logger: logger)
            let (upload, budget) = (
                try Upload(path, formats: preset.limits.formats), WorkBudget(preset.limits)
            )
            let probed = try await measure(upload, preset.limits, media, budget)
            let plan = try await runner.run(
                PlanJob(
                    upload: upload, probed: probed, preset: preset, trim: trim, media: media,
                    budget: budget))
            return PlanSummary(plan, preset: preset.name)
        }
    }

    private static var runner: Runner { Runner(width: 1, memory: .max) }

    private static func measure(
        _ upload: Upload, _ limits: Limits, _ media: MediaRunner, _ budget: WorkBudget
    ) async throws -> ProbedUpload {
        try await upload.measure(
            on: runner, in: media, limits: limits, budget: budget,
            sideCars: SideCarFolder.sideCars(beside: upload.path))
    }
}
