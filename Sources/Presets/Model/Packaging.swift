public import MediaUnits

/// What kind of files a run publishes.
public struct Packaging: Codable, Hashable, Sendable {
    public let container: Container
    /// Length of a segment in seconds, a whole multiple of the GOP; not used by `Container.mp4`.
    public let segment: Rational
    /// Also write `download.mp4`: the top rung and the sound in one file.
    public let download: Bool
    /// Uploads below this size, if players take their streams as they are, become `download.mp4` without encoding; `nil`:
    /// none do.
    public let copyBelow: ByteCount?
    /// Players start with the variant whose peak is nearest to this.
    public let start: Bitrate

    public init(
        container: Container = .fmp4, segment: Rational = Rational(6), download: Bool = false,
        copyBelow: ByteCount? = nil, start: Bitrate = .kilobits(2000)
    ) {
        self.container = container
        self.segment = segment
        self.download = download
        self.copyBelow = copyBelow
        self.start = start
    }
}
