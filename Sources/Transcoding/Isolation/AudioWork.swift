internal import LibAV
internal import MediaUnits
internal import Sandbox

/// Encodes one sound rendition of an upload.
struct AudioWork: UploadMediaWork {
    let plan: AudioPlan
    let formats: FormatSet

    typealias Output = RenditionResult

    static let kind = "audio"

    func run(on upload: Upload, in context: SandboxContext) throws -> RenditionResult {
        do {
            return try AudioEncoder(
                upload: upload, plan: plan, folder: context.folder,
                isStopped: context.isStopped, report: context.report
            ).run()
        } catch let error as LibAVError where error.isOfFilters {
            // Filters are made for what the decoder puts out: damaged headers promise rates and layouts that none has.
            throw upload.error(
                .damaged, "its sound cannot be converted (\(error.reason))",
                advice: "check that the file plays, then upload it again")
        }
    }
}
