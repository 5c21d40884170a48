internal import LibAV
package import MediaModel
package import MediaSandbox
package import MediaUnits
package import Sandbox

/// Encodes one audio rendition of an upload.
package struct AudioWork: UploadMediaWork {
    package let plan: AudioPlan
    package let formats: FormatSet

    package init(
        plan: AudioPlan,
        formats: FormatSet
    ) {
        self.plan = plan
        self.formats = formats
    }

    package typealias Output = RenditionResult

    package static let kind = "audio"

    package func run(on upload: Upload, in context: SandboxContext) throws -> RenditionResult {
        do {
            return try AudioEncoder(
                upload: upload, plan: plan, folder: context.folder,
                isStopped: context.isStopped, report: context.report
            ).run()
        } catch let error as LibAVError where error.isFilterConfiguration {
            // Filters are made for what the decoder puts out: corrupt headers promise rates and layouts that none has.
            throw upload.error(
                .damaged, "its audio cannot be converted (\(error.reason))",
                advice: "check that the file plays, then upload it again")
        }
    }
}
