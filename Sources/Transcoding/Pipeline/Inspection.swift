public import Logging
internal import LibAV
public import Presets
internal import Scheduling

/// Looks at an upload without encoding anything.
public enum Inspection {
    /// - Throws: `UploadError` if nothing can be made of the upload.
    public static func probe(
        _ path: String, isolation: Isolation, logger: Logger
    ) async throws -> UploadFacts {
        LibAVProcess.prepare(logger: logger)
        return try await RunFault.named(path) {
            try await measure(path, Limits(), isolation, logger).facts
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
            try await PlanSummary(
                Planner(
                    measure(path, preset.limits, isolation, logger), preset: preset, trim: trim
                ).plan(), preset: preset.name)
        }
    }

    private static func measure(
        _ path: String, _ limits: Limits, _ isolation: Isolation, _ logger: Logger
    ) async throws -> ProbedUpload {
        let media = MediaRunner(isolation, logger: logger)
        defer { media.close() }
        return try await Upload(path).measure(
            on: Runner(width: 1, memory: .max), in: media, limits: limits,
            budget: WorkBudget(limits), sideCars: SideCarFolder.sideCars(beside: path))
    }
}
