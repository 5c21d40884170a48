internal import MediaModel
internal import MediaSandbox
internal import Planning
internal import Presets
internal import Sandbox

/// Plans the package of an upload from validated measurements, in a process that has not opened the upload.
struct PlanWork: MediaWork {
    let probed: ProbedUpload
    let preset: Preset
    let trim: TrimRequest

    static let kind = "plan"

    func run(in context: SandboxContext) throws -> EncodingPlan {
        let plan: EncodingPlan
        do {
            plan = try Planner(probed, preset: preset, trim: trim).plan()
        } catch {
            throw UploadError(error, upload: "the upload")
        }
        try ParameterCheck.check(
            plan.video?.rungs ?? [], of: preset.video, upload: "the upload")
        return plan
    }
}
