import MediaModel

/// The output of `probe --json` for an upload: docs/schemas/probe.schema.json.
struct ProbeRecord: Encodable {
    /// The version, raised when a reader of the previous one would be misled.
    static let schema = 1

    /// The path as given by the user.
    let upload: String
    let info: MediaInfo

    private enum CodingKeys: CodingKey {
        case schema, upload
    }

    /// Encodes the fields of the media info, `schema` and `upload`.
    func encode(to encoder: any Encoder) throws {
        try info.encode(to: encoder)
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(Self.schema, forKey: .schema)
        try fields.encode(upload, forKey: .upload)
    }
}
