import MediaModel

/// What `probe --json` prints of an upload: docs/schemas/probe.schema.json.
struct ProbeRecord: Encodable {
    /// Raised when a reader of the one before would be misled.
    static let schema = 1

    /// As the user named it.
    let upload: String
    let info: MediaInfo

    private enum CodingKeys: CodingKey {
        case schema, upload
    }

    /// The info' members beside its own.
    func encode(to encoder: any Encoder) throws {
        try info.encode(to: encoder)
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(Self.schema, forKey: .schema)
        try fields.encode(upload, forKey: .upload)
    }
}
