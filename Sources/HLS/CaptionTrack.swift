public import MediaUnits

/// Captions cut into WebVTT segments (RFC 8216, 3.5).
public struct CaptionTrack: Hashable, Sendable {
    /// In order of their starts; they may overlap.
    public let cues: [CaptionCue]

    /// What the media's clock shows at zero of the cues, in ticks of 1/90,000 s.
    public let clock: Int

    public init(cues: [CaptionCue], clock: Int = 0) {
        self.cues = cues
        self.clock = clock
    }

    /// Zero of the cues is zero of the media.
    ///
    /// RFC 8216, 3.5 maps cue times to the clock of the media segments. That of our fMP4 starts at 0
    /// in every rendition (`tfdt`), which is also what players take where the header is absent; it
    /// is written because some take 10 s, a habit of transport streams.
    private var header: String {
        "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:\(clock)\n\n"
    }

    /// The files of segments that last so many seconds each, one after another from time 0.
    ///
    /// A cue stands, with its whole time, in every segment that it is shown in: a player that starts
    /// in the middle has read no other. A segment without cues is a file with the header alone. Every
    /// file ends with an empty line, for readers that join files.
    public func segments(lasting durations: [Rational]) -> [String] {
        var end = Rational.zero
        // In milliseconds, outwards, so that no rounding loses a cue at a border.
        let ranges = durations.map { duration in
            let start = end
            end = end + duration
            return (start * 1000).floor..<max((start * 1000).floor + 1, (end * 1000).ceiling)
        }
        var files = [String](repeating: header, count: ranges.count)
        var first = 0
        for cue in cues {
            // Starts ascend, so what ended before this one's start is done with.
            while first < ranges.count, ranges[first].upperBound <= cue.start { first += 1 }
            for index in ranges[first...].indices {
                if ranges[index].lowerBound >= cue.end { break }
                files[index] += cue.block
            }
        }
        return files
    }
}
