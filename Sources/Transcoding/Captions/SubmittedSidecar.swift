internal import Captions
internal import Errors
package import MediaModel
internal import MediaSandbox
internal import Probing
package import Storage

/// A caption file beside an upload, with its content at the submission of the upload.
package struct SubmittedSidecar: Sendable, Hashable {
    /// The name of the file, in the folder of the upload.
    package let file: String
    /// The SHA-256 of its content, hexadecimal; `nil` if it is left out, for example because it is too large.
    package let sha256: String?
    /// Its contribution to the key of the package: name and content; `nil` if it was not read here.
    package let identity: String?

    package init(file: String, sha256: String?) {
        self.file = file
        self.sha256 = sha256
        identity = nil
    }

    private init(_ sidecar: Sidecar) {
        file = sidecar.name.file
        sha256 = sidecar.sha256
        identity = sidecar.identity
    }

    /// Reads the captions beside an upload.
    ///
    /// - Parameters:
    ///   - upload: The location of the upload.
    ///   - root: The folder or prefix that upload and captions must lie below.
    ///   - storage: The store of the upload.
    /// - Returns: The captions, sorted by the names of the files.
    /// - Throws: `UploadError` if the store fails.
    package static func all(
        beside upload: Location, below root: Location? = nil, in storage: StorageRegistry = .local
    ) throws(UploadError) -> [SubmittedSidecar] {
        let source: any UploadSource
        do {
            source = try storage.uploadSource(of: upload, below: root)
        } catch {
            throw .unreadableSidecars(upload.description, error)
        }
        let names = try SidecarFolder.sidecars(beside: upload, in: source).captions
        return try Sidecar.read(names, beside: upload, in: source).map(Self.init)
    }

    /// Whether a file that was read now is the submitted one.
    func isSame(as sidecar: Sidecar) -> Bool {
        file == sidecar.name.file && sha256 == sidecar.sha256
    }
}

extension UploadError {
    /// The error of captions that are missing or have another content than those that were submitted.
    static func submittedCaptionsChanged(_ upload: String, _ files: [String]) -> UploadError {
        UploadError(
            .changed, upload,
            "captions beside it are not those that were submitted: \(files.joined(separator: ", "))",
            advice: "submit it again", retryability: .never)
    }
}
