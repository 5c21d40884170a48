/// The measurements of a media playlist's segments, which its multivariant playlist describes.
struct MeasuredPlaylist {
    /// Whether all segments were read; others, such as encrypted ones, have unknown codecs and times.
    var isComplete: Bool { hasSegments && !hasUnknown }
    private(set) var codecs: Set<MeasuredCodec> = []
    /// The coded and the displayed sizes of video.
    private(set) var sizes: Set<VideoSize> = []
    private(set) var hasVideo = false
    /// The time of the first sample, in seconds; `nil` if it was not measured.
    private(set) var start: Double?
    private(set) var format: SegmentFormat?
    /// The longest time from one keyframe to the next, with the line of its segment, in seconds.
    private(set) var longestInterval: (seconds: Double, line: Int) = (0, 1)

    private var hasSegments = false
    private var hasUnknown = false
    private var frames = 0.0
    private var seconds = 0.0
    private var shortestFrame: Double?
    /// The time of the last keyframe, and the end of the segment before.
    private var lastKeyframe: Double?
    private var lastEnd: Double?

    /// The rate of the frames on average and the highest one, in frames per second; `nil` without video.
    var frameRates: ClosedRange<Double>? {
        guard frames > 0, seconds > 0 else { return nil }
        let average = frames / seconds
        let highest = shortestFrame.map { $0 > 0 ? 1 / $0 : average } ?? average
        return average...max(average, highest)
    }

    mutating func addUnknown() {
        (hasSegments, hasUnknown) = (true, true)
        lastKeyframe = nil
    }

    mutating func begin(_ format: SegmentFormat, at start: Double?) {
        if !hasSegments { (self.start, self.format) = (start, format) }
        hasSegments = true
    }

    mutating func add(codec: MeasuredCodec?) {
        if let codec { codecs.insert(codec) } else { hasUnknown = true }
    }

    mutating func add(_ track: InitSegmentTracks.Track) {
        add(codec: track.description?.codec)
        guard track.kind == .video else { return }
        add(size: track.description?.size)
        add(size: track.displaySize)
    }

    mutating func add(_ stream: MeasuredStreams.Stream) {
        add(codec: MeasuredCodec(stream.coding, stream.parameters))
        add(size: stream.parameters?.size)
        add(size: stream.parameters?.displaySize)
    }

    private mutating func add(size: VideoSize?) {
        if let size, size.width > 0, size.height > 0 { sizes.insert(size) }
    }

    /// Adds the video of a segment, of which `count` frames last `duration` seconds.
    ///
    /// The times of `keyframes`, in seconds, are continuous from segment to segment, unless `isDiscontinuous`.
    mutating func addVideo(
        count: Double, duration: Double, shortest: Double?, keyframes: [Double], end: Double,
        isDiscontinuous: Bool, line: Int
    ) {
        hasVideo = true
        frames += count
        seconds += duration
        shortestFrame = [shortestFrame, shortest].compactMap(\.self).min()
        if isDiscontinuous, let key = lastKeyframe, let lastEnd {
            note(lastEnd - key, line)
            lastKeyframe = nil
        }
        for time in keyframes {
            if let lastKeyframe { note(time - lastKeyframe, line) }
            lastKeyframe = time
        }
        if let lastKeyframe { note(end - lastKeyframe, line) }
        lastEnd = end
    }

    private mutating func note(_ interval: Double, _ line: Int) {
        if interval > longestInterval.seconds { longestInterval = (interval, line) }
    }
}
