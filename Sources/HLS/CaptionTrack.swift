public import MediaUnits

/// A caption track in WebVTT segments (RFC 8216, 3.5).
public struct CaptionTrack: Hashable, Sendable {
    /// The cues in the order of their starts; they may overlap.
    public let cues: [CaptionCue]

    /// The timestamp of the media at time 0 of the cues, in ticks of 1/90,000 s.
    public let clock: Int

    public init(cues: [CaptionCue], clock: Int = 0) {
        self.cues = cues
        self.clock = clock
    }

    /// The header with X-TIMESTAMP-MAP, which maps cue times to timestamps of the media segments (RFC 8216, 3.5).
    ///
    /// The timestamps of our fMP4 start at 0 in every rendition (`tfdt`), which is the default without the header. It is written
    /// because some players assume 10 s, the usual start of transport streams.
    private var header: String {
        "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:\(clock)\n\n"
    }

    /// Returns the files of consecutive segments from time 0.
    ///
    /// A cue is in every segment that it overlaps, with its whole time, since a player that starts in the middle has no earlier
    /// segment (RFC 8216, 3.5). A segment without cues is a file with the header alone. Every file ends with an empty line, so
    /// that files can be concatenated.
    ///
    /// - Parameter durations: The durations of the segments, in seconds.
    /// - Returns: The text of each segment's file, in the order of the segments.
    public func segments(lasting durations: [Rational]) -> [String] {
        var end = Rational.zero
        // The ranges in milliseconds are rounded outwards, so that a cue at a border is in both segments.
        let ranges = durations.map { duration in
            let start = end
            end = end + duration
            return (start * 1000).floor..<max((start * 1000).floor + 1, (end * 1000).ceiling)
        }
        var files = [String](repeating: header, count: ranges.count)
        var first = 0
        for cue in cues {
            // Starts ascend, so that later cues are not in segments before this cue's start.
            while first < ranges.count, ranges[first].upperBound <= cue.start { first += 1 }
            for index in ranges[first...].indices {
                if ranges[index].lowerBound >= cue.end { break }
                files[index] += cue.block
            }
        }
        return files
    }
}
