public import MediaUnits

/// The kind of files that are published.
public struct Packaging: Codable, Hashable, Sendable {
    public let container: Container
    /// The duration of a segment in seconds, an integer multiple of the GOP; not used by `Container.mp4`.
    public let segment: Rational
    /// Whether the package also has `download.mp4`: the top rung and the audio in one file.
    public let download: Bool
    /// The size below which the streams of an upload are copied to `download.mp4`, if players support them; `nil` for
    /// never.
    public let copyBelow: ByteCount?
    /// The bit rate to start with: the variant with the nearest peak is listed first.
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
