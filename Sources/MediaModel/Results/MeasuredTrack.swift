public import MediaUnits

/// The segments of one media playlist, as demuxed.
public struct MeasuredTrack: Codable, Hashable, Sendable {
    public var segments: [MeasuredSegment]
    /// The codec string from the parameter sets (RFC 6381); `nil` for audio, and for codecs without a parser.
    public var codec: String?
    /// The coded size, in pixels; `nil` for audio.
    public var size: Resolution?

    public init(segments: [MeasuredSegment], codec: String?, size: Resolution?) {
        self.segments = segments
        self.codec = codec
        self.size = size
    }
}

/// A segment, as measured from its packets.
public struct MeasuredSegment: Codable, Hashable, Sendable {
    /// The size of the file or byte range that a player fetches, in bytes.
    public var bytes: Int
    /// The size of its video packets, in bytes.
    public var videoBytes: Int
    /// The time of its first sample, in seconds.
    public var start: Rational
    /// The end of its last sample, in seconds.
    public var end: Rational
    /// The duration of a sample, in seconds, which is the accuracy of `start` and `end`.
    public var tick: Rational
    /// The times of its keyframes, in seconds; empty for audio.
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
