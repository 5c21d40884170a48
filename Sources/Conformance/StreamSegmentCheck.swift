/// The check of segments of MPEG-TS and of packed audio (RFC 8216, 3.2 and 3.4).
struct StreamSegmentCheck {
    /// The tolerance of times, in seconds: the frames of audio.
    private static let tolerance = 0.1
    /// The key of packed audio in `ends`; no stream has the PID of the PAT.
    private static let packedAudio: UInt16 = 0

    private let playlist: String
    private let isIFramesOnly: Bool
    private let isIndependent: Bool
    /// In seconds.
    private let durationTolerance: Double
    /// The ends of the streams in the segment before, in ticks.
    private var ends: [UInt16: Int64] = [:]
    /// The start of the segment before in ticks, and the same without the wrap of timestamps in seconds.
    private var previous: (ticks: Int64, seconds: Double)?

    /// `isIndependent` is whether the package has `EXT-X-INDEPENDENT-SEGMENTS`.
    init(
        playlist: String, isIFramesOnly: Bool, isIndependent: Bool, durationTolerance: Double
    ) {
        self.playlist = playlist
        self.isIFramesOnly = isIFramesOnly
        self.isIndependent = isIndependent
        self.durationTolerance = durationTolerance
    }

    /// Adds that a segment was not read.
    mutating func skip() { (ends, previous) = ([:], nil) }

    mutating func check(
        _ segment: ListedSegment, _ content: MeasuredStreams, _ path: String,
        _ measured: inout MeasuredPlaylist, _ findings: inout FindingList
    ) {
        let streams = content.streams.filter { $0.value.kind != .other && $0.value.start != nil }
            .sorted { $0.key < $1.key }
        let video = streams.first { $0.value.kind == .video }?.value
        checkKeyframe(segment, video, path, &findings)
        guard !isIFramesOnly else {
            if let video { measured.add(video) }
            return
        }
        guard let main = video ?? streams.first?.value, let start = main.start else {
            if content.hasTables {
                findings.add(
                    .transportTimestamps, path, "no stream of video or audio has timestamps")
            }
            measured.addUnknown()
            skip()
            return
        }
        measured.begin(.transportStream, at: Double(start) / TransportClock.rate)
        for (_, stream) in streams {
            measured.add(stream)
        }
        compare(segment, [main.duration, main.presentationDuration], path, &findings)
        checkTimes(segment, streams.map { ($0.key, $0.value) }, path, &findings)
        addVideo(video, at: start, segment, &measured)
    }

    private func checkKeyframe(
        _ segment: ListedSegment, _ video: MeasuredStreams.Stream?, _ path: String,
        _ findings: inout FindingList
    ) {
        guard let video else {
            if isIFramesOnly {
                findings.add(
                    .iFrameRange, playlist, line: segment.line, "\(path) has no video frame")
            }
            return
        }
        // The indicator also marks I-frames of open GOPs, which are no IDR.
        guard video.isKeyframe == false, !video.startsWithRandomAccess else { return }
        if isIFramesOnly {
            findings.add(
                .iFrameRange, playlist, line: segment.line,
                "the byte range of \(path) begins with another frame")
        } else {
            findings.add(
                isIndependent ? .independentSegments : .segmentKeyframe, path,
                offset: video.offset, "the first frame is not a keyframe")
        }
    }

    private func compare(
        _ segment: ListedSegment, _ measured: [Double?], _ path: String,
        _ findings: inout FindingList
    ) {
        let durations = measured.compactMap(\.self)
        guard let listed = segment.duration, let duration = durations.first,
            durations.allSatisfy({ abs($0 - listed) > durationTolerance })
        else { return }
        findings.add(
            .segmentDuration, playlist, line: segment.line,
            "EXTINF of \(path) is \(listed) s, its samples last \(duration) s")
    }

    private mutating func checkTimes(
        _ segment: ListedSegment, _ streams: [(UInt16, MeasuredStreams.Stream)], _ path: String,
        _ findings: inout FindingList
    ) {
        var newEnds: [UInt16: Int64] = [:]
        for (pid, stream) in streams {
            guard let start = stream.start else { continue }
            checkGap(segment, start, after: ends[pid], "PID \(pid) of \(path)", &findings)
            newEnds[pid] = stream.duration.map { TransportClock.end(of: $0, after: start) }
        }
        ends = newEnds
    }

    /// Compares the start of a stream with its end in the segment before, in ticks.
    private func checkGap(
        _ segment: ListedSegment, _ start: Int64, after end: Int64?, _ name: String,
        _ findings: inout FindingList
    ) {
        guard let end, !segment.isDiscontinuous else { return }
        let gap = Double(TransportClock.distance(from: end, to: start)) / TransportClock.rate
        guard abs(gap) > Self.tolerance else { return }
        findings.add(
            .decodeTimeGap, playlist, line: segment.line,
            "\(name) begins \(gap) s after the end of the segment before")
    }

    private mutating func addVideo(
        _ video: MeasuredStreams.Stream?, at start: Int64, _ segment: ListedSegment,
        _ measured: inout MeasuredPlaylist
    ) {
        var seconds = Double(start) / TransportClock.rate
        if let previous, !segment.isDiscontinuous {
            let distance = TransportClock.distance(from: previous.ticks, to: start)
            seconds = previous.seconds + Double(distance) / TransportClock.rate
        }
        previous = (start, seconds)
        guard let video, let duration = video.duration else { return }
        measured.addVideo(
            count: Double(video.units), duration: duration,
            shortest: video.shortestUnit.map { Double($0) / TransportClock.rate },
            keyframes: [seconds]
                + video.randomAccessTimes.map { seconds + Double($0) / TransportClock.rate },
            end: seconds + duration, isDiscontinuous: segment.isDiscontinuous, line: segment.line)
    }

    mutating func check(
        _ segment: ListedSegment, _ content: PackedAudioSegment, _ path: String,
        _ measured: inout MeasuredPlaylist, _ findings: inout FindingList
    ) {
        measured.begin(
            .packedAudio, at: content.start.map { Double($0) / TransportClock.rate })
        measured.add(codec: content.codec)
        compare(segment, [content.duration], path, &findings)
        let previous = ends[Self.packedAudio]
        ends = [:]
        guard let start = content.start else { return }
        checkGap(segment, start, after: previous, path, &findings)
        ends[Self.packedAudio] = content.duration.map { TransportClock.end(of: $0, after: start) }
    }
}
