/// The kind of a video's content, as the probe measures it.
public enum VideoContent: String, Codable, Sendable, CaseIterable {
    /// Video of a camera, and films.
    case camera
    /// A recording of a screen: flat areas, hard edges, frames that repeat exactly.
    case screen
    /// Neither for certain, or not measured.
    case unknown
}
