internal import Presets

/// Measures an upload.
struct ProbeWork: MediaWork {
    let content: UploadContent
    let limits: Limits

    static let kind = MediaWorkKind.probe

    func run(
        on upload: Upload, isStopped: @escaping @Sendable () -> Bool,
        report: @escaping @Sendable (Double) -> Void
    ) throws -> ProbedUpload {
        try Probe(upload: upload, content: content, limits: limits, isStopped: isStopped).run()
    }
}
