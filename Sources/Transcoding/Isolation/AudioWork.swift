internal import LibAV

/// Encodes one sound rendition of an upload.
struct AudioWork: MediaWork {
    let plan: AudioPlan
    /// Where its files go.
    let folder: String

    static let kind = MediaWorkKind.audio

    func run(
        on upload: Upload, isStopped: @escaping @Sendable () -> Bool,
        report: @escaping @Sendable (Double) -> Void
    ) throws -> RenditionResult {
        do {
            return try AudioEncoder(
                upload: upload, plan: plan, folder: folder, isStopped: isStopped, report: report
            ).run()
        } catch let error as LibAVError where error.isOfFilters {
            // Filters are made for what the decoder puts out: damaged headers promise rates and layouts that none has.
            throw upload.error(
                .damaged, "its sound cannot be converted (\(error.reason))",
                advice: "check that the file plays, then upload it again")
        }
    }
}
