/// A profile of a video codec: a set of coding tools that a decoder supports, by its name in presets.
///
/// A codec with profiles of its own declares them in its file.
public struct Profile: RawRepresentable, Codable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Constrained Baseline of H.264: no B-frames, no CABAC; for the oldest phones.
    public static let baseline = Profile(rawValue: "baseline")
    /// Main of H.264 and of HEVC: 8 bits, 4:2:0.
    public static let main = Profile(rawValue: "main")
    /// High of H.264: adds the 8x8 transform, which saves bits; all players since about 2010 support it.
    public static let high = Profile(rawValue: "high")
}

extension Profile: CustomStringConvertible {
    public var description: String { rawValue }
}
