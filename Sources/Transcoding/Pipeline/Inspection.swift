public import Logging
internal import LibAV
public import Presets
internal import Scheduling

/// Looks at an upload without encoding anything.
public enum Inspection {
    /// - Throws: `UploadError` if nothing can be made of the upload.
    public static func probe(_ path: String, logger: Logger) async throws -> UploadFacts {
        LibAVProcess.prepare(logger: logger)
        return try await RunFault.named(path) { try await measure(path).facts }
    }

    /// What `run` would do, and why.
    ///
    /// - Throws: `UploadError` if nothing can be made of the upload.
    public static func plan(
        _ path: String, preset: Preset, logger: Logger
    ) async throws -> PlanSummary {
        LibAVProcess.prepare(logger: logger)
        return try await RunFault.named(path) {
            try await PlanSummary(
                Planner(measure(path), preset: preset).plan(), preset: preset.name)
        }
    }

    private static func measure(_ path: String) async throws -> ProbedUpload {
        try await Upload(path).measure(
            on: Runner(width: 1, memory: .max),
            sideCars: SideCarFolder.sideCars(beside: [path])[path] ?? [])
    }
}
