/// Which captions of an upload, and of the files beside it, are taken up.
public struct Captions: Codable, Hashable, Sendable {
    /// Tracks and files beyond that many are left out.
    public let maxTracks: Int

    public init(maxTracks: Int = 32) { self.maxTracks = maxTracks }
}
