internal import Captions
package import MediaModel
package import MediaSandbox
package import MediaUnits
package import Presets
package import Sandbox
internal import Storage
internal import SystemPackage

/// The probe of an upload, as work of the sandbox.
package struct ProbeWork: UploadMediaWork {
    /// A sidecar whose file is the next one that the sandbox process receives, unless it could not be read.
    package struct GrantedSidecar: Codable, Sendable {
        let name: SidecarName
        let error: Sidecar.ReadError?
    }

    package let identity: String
    package let sha256: String?
    package let sidecars: [GrantedSidecar]
    package let limits: Limits
    /// Whether all packets are read, even if the index has them.
    package let readsAllPackets: Bool
    package var formats: FormatSet { limits.formats }

    package typealias Output = ProbedUpload

    package static let kind = "probe"

    package init(_ content: UploadContent, _ limits: Limits, readsAllPackets: Bool = false) {
        identity = content.identity
        sha256 = content.sha256
        sidecars = content.sidecars.map { sidecar in
            switch sidecar.content {
            case .success: GrantedSidecar(name: sidecar.name, error: nil)
            case .failure(let error): GrantedSidecar(name: sidecar.name, error: error)
            }
        }
        self.limits = limits
        self.readsAllPackets = readsAllPackets
    }

    package func run(on upload: Upload, in context: SandboxContext) throws -> ProbedUpload {
        try Probe(
            upload: upload,
            content: UploadContent(
                identity: identity, sha256: sha256,
                sidecars: try readSidecars(in: context, beside: upload.name)),
            limits: limits, isStopped: context.isStopped,
            smallestIndexed: readsAllPackets ? .max : Probe.smallestIndexed
        ).run()
    }

    private func readSidecars(
        in context: SandboxContext, beside upload: String
    ) throws -> [Sidecar] {
        // The first file is the upload.
        var files = context.files.indices.dropFirst()
        return try sidecars.map { sidecar in
            if let error = sidecar.error {
                return Sidecar(name: sidecar.name, content: .failure(error))
            }
            guard let index = files.popFirst() else {
                throw WorkError.internalError("a sidecar without a file")
            }
            do throws(StorageError) {
                let path = FilePath(forMessage: sidecar.name.label)
                return try Sidecar(sidecar.name, context.openFile(index, path: path))
            } catch {
                throw UploadError.unreadableSidecars(upload, error)
            }
        }
    }
}
