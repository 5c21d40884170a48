internal import Captions
internal import Errors
internal import MediaModel
internal import Probing

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

    init(_ sidecar: Sidecar) {
        file = sidecar.name.file
        sha256 = sidecar.sha256
        identity = sidecar.identity
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
