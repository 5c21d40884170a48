internal import MediaUnits
internal import Presets
internal import Sandbox
internal import Storage

/// Measures an upload.
struct ProbeWork: UploadMediaWork {
    /// A sidecar, whose file is the next of those that are given, unless it is at fault.
    struct Sidecar: Codable, Sendable {
        let name: SideCarName
        let fault: SideCar.Fault?
    }

    let sha256: String
    let sidecars: [Sidecar]
    let limits: Limits
    var formats: FormatSet { limits.formats }

    typealias Output = ProbedUpload

    static let kind = "probe"

    init(_ content: UploadContent, _ limits: Limits) {
        sha256 = content.sha256
        sidecars = content.sideCars.map { sidecar in
            switch sidecar.content {
            case .success: Sidecar(name: sidecar.name, fault: nil)
            case .failure(let fault): Sidecar(name: sidecar.name, fault: fault)
            }
        }
        self.limits = limits
    }

    func run(on upload: Upload, in context: SandboxContext) throws -> ProbedUpload {
        try Probe(
            upload: upload,
            content: UploadContent(
                sha256: sha256, sideCars: try read(context.files.dropFirst(), beside: upload.path)),
            limits: limits, isStopped: context.isStopped
        ).run()
    }

    private func read(_ files: ArraySlice<Int32>, beside upload: String) throws -> [SideCar] {
        var files = files
        return try sidecars.map { sidecar in
            if let fault = sidecar.fault {
                return SideCar(name: sidecar.name, content: .failure(fault))
            }
            guard let descriptor = files.popFirst() else {
                throw WorkFailure.fault("a sidecar without a file")
            }
            do throws(StorageError) {
                let file = try RegularFile(descriptor: descriptor, path: sidecar.name.label)
                return try SideCar(sidecar.name, file)
            } catch {
                throw UploadError.unreadableSideCars(upload, error)
            }
        }
    }
}
