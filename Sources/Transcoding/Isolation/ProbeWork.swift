/// Measures an upload.
struct ProbeWork: MediaWork {
    let content: UploadContent

    static let kind = MediaWorkKind.probe

    func run(
        on upload: Upload, isStopped: @escaping @Sendable () -> Bool,
        report: @escaping @Sendable (Double) -> Void
    ) throws -> ProbedUpload {
        try Probe(upload: upload, content: content, isStopped: isStopped).run()
    }
}
