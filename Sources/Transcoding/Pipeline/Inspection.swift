public import Logging
internal import LibAV
public import Presets
internal import Scheduling

/// Looks at an upload without encoding anything.
public enum Inspection {
    /// - Throws: `UploadError` if nothing can be made of the upload.
    public static func probe(_ path: String, logger: Logger) async throws -> UploadFacts {
        LibAVProcess.prepare(logger: logger)
        return try await measure(path).facts
    }

    /// What `run` would do, and why.
    ///
    /// - Throws: `UploadError` if nothing can be made of the upload.
    public static func plan(
        _ path: String, preset: Preset, logger: Logger
    ) async throws -> PlanSummary {
        LibAVProcess.prepare(logger: logger)
        return try await PlanSummary(
            Planner(measure(path), preset: preset).plan(), preset: preset.name)
    }

    static func measure(_ path: String) async throws -> ProbedUpload {
        let pool = Runner(width: 1, memory: .max)
        do {
            let upload = try Upload(path)
            let sha256 = try await pool.run(HashJob(upload: upload))
            return try await pool.run(ProbeJob(upload: upload, sha256: sha256))
        } catch {
            if RunFault.isCancellation(error) { throw CancellationError() }
            throw RunFault.uploadError(error, upload: path, output: "")
        }
    }
}
