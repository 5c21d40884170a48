/// The selection of captions of an upload and its sidecars.
public struct Captions: Codable, Hashable, Sendable {
    /// The maximum number of tracks, channels and sidecars; further ones are left out.
    public let maxTracks: Int
    /// Whether the captions beside the upload (sidecars) are used.
    public var beside: Bool { otherBeside ?? true }
    /// `nil` for the default: identities of presets without this key are those from before the key.
    private let otherBeside: Bool?

    private enum CodingKeys: String, CodingKey {
        case maxTracks
        case otherBeside = "beside"
    }

    public init(maxTracks: Int = 32, beside: Bool = true) {
        self.maxTracks = maxTracks
        otherBeside = beside ? nil : false
    }
}

extension Preset {
    /// Whether the captions beside an upload are part of its package's key; `captions: none` excludes them from the package only.
    package var usesSidecars: Bool { captions?.beside ?? true }
}
