/// The selection of captions of an upload and its sidecars.
public struct Captions: Codable, Hashable, Sendable {
    /// The maximum number of tracks, channels and sidecars; further ones are left out.
    public let maxTracks: Int

    public init(maxTracks: Int = 32) { self.maxTracks = maxTracks }
}
