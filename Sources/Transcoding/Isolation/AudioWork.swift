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
        try AudioEncoder(
            upload: upload, plan: plan, folder: folder, isStopped: isStopped, report: report
        ).run()
    }
}
