public import MediaUnits

/// The segments of one media playlist, as demuxed.
public struct MeasuredTrack: Codable, Hashable, Sendable {
    public var segments: [MeasuredSegment]
    /// RFC 6381, from the parameter sets; `nil` for audio, and codecs that are not read so.
    public var codec: String?
    /// The coded pixels; `nil` for audio.
    public var size: Resolution?

    public init(segments: [MeasuredSegment], codec: String?, size: Resolution?) {
        self.segments = segments
        self.codec = codec
        self.size = size
    }
}

/// A segment as its packets are.
public struct MeasuredSegment: Codable, Hashable, Sendable {
    /// Bytes as a player fetches it.
    public var bytes: Int
    /// Bytes of its video packets alone.
    public var videoBytes: Int
    /// Seconds at which its first sample is shown and its last one ends.
    public var start: Rational
    public var end: Rational
    /// Seconds of a sample: as near as its ends can be known.
    public var tick: Rational
    /// Seconds at which its keyframes are shown; none of audio.
    public var keyframes: [Rational]
    public var startsWithKeyframe: Bool

    public init(
        bytes: Int, videoBytes: Int, start: Rational, end: Rational, tick: Rational,
        keyframes: [Rational], startsWithKeyframe: Bool
    ) {
        self.bytes = bytes
        self.videoBytes = videoBytes
        self.start = start
        self.end = end
        self.tick = tick
        self.keyframes = keyframes
        self.startsWithKeyframe = startsWithKeyframe
    }
}
