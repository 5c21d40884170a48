internal import MediaModel
internal import MediaSandbox
internal import Planning
internal import Presets
internal import Sandbox

/// Plans the samples of an upload from validated measurements, in a process that has not opened the upload.
struct ProbeEncodePlanWork: MediaWork {
    let probed: ProbedUpload
    let preset: Preset
    let trim: TrimRequest

    static let kind = "probeEncodePlan"

    /// - Returns: `nil` if the preset has no quality target, or the upload has no video.
    func run(in context: SandboxContext) throws -> ProbeEncodePlan? {
        do {
            return try ProbeEncodePlanner.plan(probed, preset: preset, trim: trim)
        } catch {
            throw UploadError(error, upload: "the upload")
        }
    }
}
