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
    public var pictureBytes: Int
    /// Seconds at which its first sample is shown and its last one ends.
    public var start: Rational
    public var end: Rational
    /// Seconds of a sample: as near as its ends can be known.
    public var tick: Rational
    /// Seconds at which its keyframes are shown; none of audio.
    public var keyframes: [Rational]
    public var startsWithKeyframe: Bool

    public init(
        bytes: Int, pictureBytes: Int, start: Rational, end: Rational, tick: Rational,
        keyframes: [Rational], startsWithKeyframe: Bool
    ) {
        self.bytes = bytes
        self.pictureBytes = pictureBytes
        self.start = start
        self.end = end
        self.tick = tick
        self.keyframes = keyframes
        self.startsWithKeyframe = startsWithKeyframe
    }
}

// MARK: Validation

extension MeasuredTrack {
    /// Checks that a process can have measured this of a track: it read what a hostile upload became.
    ///
    /// - Parameter parts: The segments of the track that it was given.
    /// - Throws: `ImplausibleArtifact`.
    func validate(_ parts: [TrackMeasurement.Part]) throws {
        guard segments.count == parts.count else {
            throw ImplausibleArtifact("other segments than were to be measured")
        }
        for (segment, part) in zip(segments, parts) { try segment.validate(part) }
        if let codec { try RenditionResult.check(codec, ["avc1.", "hvc1.", "hev1."]) }
        if let size {
            guard MediaBounds.side.contains(size.width), MediaBounds.side.contains(size.height)
            else { throw ImplausibleArtifact("video of an impossible size") }
        }
    }
}

extension MeasuredSegment {
    fileprivate func validate(_ part: TrackMeasurement.Part) throws {
        // Ends lie behind credible times by the length of a packet.
        let limit = MediaBounds.time * 5
        let times = (Rational.zero - limit)...limit
        guard bytes == part.range.count, (0...bytes).contains(pictureBytes),
            times.contains(start), times.contains(end), start <= end,
            tick > .zero, tick <= limit
        else { throw ImplausibleArtifact("a segment with impossible numbers") }
        guard keyframes.count <= bytes, keyframes.allSatisfy((start...end).contains) else {
            throw ImplausibleArtifact("keyframes outside of their segment")
        }
    }
}
