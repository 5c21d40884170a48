/// A caption file beside an upload as it was submitted.
public struct SidecarPayload: Payload {
    /// The name of the file, in the folder of the upload.
    public var file: String
    /// The SHA-256 of the file, in hexadecimal; `nil` if it could not be used, for example because it was too large.
    public var sha256: String?

    public init(file: String, sha256: String?) {
        self.file = file
        self.sha256 = sha256
    }
}
