/// The elementary streams of an MPEG-TS segment, by PID.
struct MeasuredStreams: Codable, Sendable {
    struct Stream: Codable, Sendable {
        let coding: TransportCoding
        /// The first decode time, in ticks; `nil` without timestamps.
        let start: Int64?
        /// The position of the first PES packet in the file.
        let offset: Int64?
        /// Whether the first access unit has the random access indicator.
        let startsWithRandomAccess: Bool
        /// The decode times of random access points after `start`, in ticks.
        let randomAccessTimes: [Int64]
        /// Access units of video, or PES packets of audio.
        let units: Int
        /// The durations when decoded and when presented, in seconds; `nil` if they cannot be determined.
        let duration: Double?
        let presentationDuration: Double?
        /// The shortest time from one frame of video to the next when presented, in ticks.
        let shortestUnit: Int64?
        /// Whether the first access unit of video is a keyframe; `nil` if its bytes do not tell.
        let isKeyframe: Bool?
        /// Those of the first access unit of video.
        let parameters: SequenceParameters?

        var kind: ElementaryStream.Kind { coding.kind }

        init(_ stream: ElementaryStream) {
            coding = stream.coding
            (start, offset) = (stream.start, stream.offset)
            startsWithRandomAccess = stream.startsWithRandomAccess
            randomAccessTimes = stream.randomAccessTimes
            units = stream.units
            (duration, presentationDuration) = (stream.duration, stream.presentationDuration)
            shortestUnit = stream.shortestUnit
            let unit = stream.kind == .video ? AccessUnit(stream.head, stream.coding) : nil
            (isKeyframe, parameters) = (unit?.isKeyframe, unit?.parameters)
        }
    }

    let streams: [UInt16: Stream]
    /// Whether the segment has a PAT and a PMT.
    let hasTables: Bool

    init(_ segment: TransportStreamSegment) {
        streams = segment.streams.mapValues(Stream.init)
        hasTables = segment.hasTables
    }
}
