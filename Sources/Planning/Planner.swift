package import MediaModel
internal import MediaUnits
package import Presets

/// Facts and preset in, plan out: a pure function; nothing else decides about media but `Presentation`.
package struct Planner {
    package let info: MediaInfo
    package let frames: FrameIndex?
    package let captions: [CaptionSource]
    package let preset: Preset
    package let trim: Trim

    package init(_ probed: ProbedUpload, preset: Preset, trim: Trim = Trim()) {
        self.trim = trim
        info = probed.info
        frames = probed.frames
        captions = probed.captions
        self.preset = preset
    }

    /// - Throws: `PlanningError` if the upload is beyond the preset's limits.
    package func plan() throws(PlanningError) -> Plan {
        try checkAudio()
        try checkCorruption()
        try preset.limits.check(info)
        let range = try PublishedRange(info, frames, trim, limit: preset.limits.duration)
        let pictures = preset.ladder.isEmpty ? nil : info.video
        var video: VideoPlan?
        if let pictures, let frames { video = try plan(pictures, frames, range) }
        let duration = video.map { $0.grid.time(of: $0.grid.frameCount) } ?? range.end - range.start
        let captions = captionPlanner(duration, range)
        let audioTracks = audio(duration, video, range)
        guard video != nil || !audioTracks.isEmpty else {
            throw PlanningError(
                code: .noTracks, reason: "there is no sound in the part, and nothing else is made",
                advice: "choose a longer part")
        }
        let whole = Plan(
            container: preset.packaging.container,
            startingRate: preset.packaging.start.bitsPerSecond, video: video,
            audio: audioTracks,
            captions: captions.plans,
            duration: duration, trimRange: range.trimRange,
            download: DownloadPlanner(
                info: info, frames: frames, preset: preset, trimRange: range.trimRange,
                audio: audioTracks.first(where: \.isDefault)
            ).plan(),
            notices: info.notices + range.notices + ignoredTracks() + captions.notices)
        try preset.limits.check(whole, of: info)
        return whole
    }

    private func checkAudio() throws(PlanningError) {
        guard preset.ladder.isEmpty, info.audio.isEmpty else { return }
        throw PlanningError(
            code: .noTracks, reason: "it has no sound, and the preset makes nothing else",
            advice: "upload one with sound, or choose a preset with a ladder")
    }

    private func checkCorruption() throws(PlanningError) {
        let corruption = info.notices.first { ["DAMAGED", "TRUNCATED"].contains($0.code) }
        guard preset.onDamage == .refuse, let corruption else { return }
        throw PlanningError(
            code: corruption.code == "TRUNCATED" ? .truncated : .damaged,
            reason: "parts of it are missing, which the preset does not allow",
            advice: "upload it again, or publish it with onDamage: publish")
    }

    // MARK: Pictures

    private func plan(
        _ video: VideoInfo, _ all: FrameIndex, _ range: PublishedRange
    ) throws(PlanningError) -> VideoPlan {
        let frames = range.frameLimit.map { all.prefix(max(1, $0)) } ?? all
        let limit = preset.video.maxFrameRate
        // Each field is a picture of its own time.
        let source = video.isInterlaced ? video.frameRate.rate * 2 : video.frameRate.rate
        let rate = FrameGrid.rate(for: source, limit: limit)
        let deinterlacing: Deinterlacing? =
            !video.isInterlaced ? nil : rate > video.frameRate.rate ? .field : .frame
        let ladder = LadderPlanner(source: video.displaySize, gridRate: rate, preset: preset)
        let divisors = ladder.divisors()
        let unit = try Self.commonMultiple(divisors.values)
        let gop = Self.roundUp((rate * preset.video.gop).rounded, to: unit)
        let tolerance = (deinterlacing == .frame ? video.frameRate.rate : source).inverse / 2
        let length = range.end - range.start
        // Of a part, every source frame that is current when one of the grid is due, and no other.
        let due =
            range.trimRange == nil ? (length * rate).rounded : ((length - tolerance) * rate).ceiling
        let count = Self.roundUp(due, to: unit)
        let grid = FrameGrid(
            rate: rate, frameCount: count, start: range.start, timeBase: frames.timeBase,
            tolerance: tolerance)
        let (rungs, dropped) = ladder.plan(gop: gop, divisors: divisors)
        guard rungs.allSatisfy({ $0.size.longSide <= MediaBounds.renditionSide }) else {
            throw PlanningError(
                code: .tooManyPixels,
                reason:
                    "its video of \(video.displaySize) is too long for its other side",
                advice: "upload one of another shape")
        }
        let gops = max(1, (preset.packaging.segment / preset.video.gop).rounded)
        let planner = SegmentPlanner(
            grid: grid, gop: gop, gopsPerSegment: gops, isTrimmed: range.trimRange != nil)
        let segments = planner.segments()
        // bwdif looks one frame ahead and back; the second one back settles its first choice.
        let runUp = video.isInterlaced ? 2 : 0
        return VideoPlan(
            grid: grid,
            source: VideoSource(
                stream: video.stream, orientation: video.orientation,
                deinterlacing: deinterlacing, dynamicRange: video.dynamicRange,
                maximumPixels: preset.limits.pixels,
                frameBytes: Self.frameBytes(video),
                decoderThreads: Self.decoderThreads(video, segments: segments.count)),
            gop: gop, rungs: rungs, dropped: dropped, segments: segments,
            chunks: planner.chunks(segments, frames, runUp: runUp),
            thumbnails: preset.thumbnails.map {
                Self.thumbnails($0, grid, unit: unit, top: rungs[0].size)
            })
    }

    private static func frameBytes(_ video: VideoInfo) -> Int {
        let format = video.pixels.format
        // Samples for each pixel, doubled: luma, and chroma of a quarter, half or full size.
        let samples = format.contains("420") ? 3 : format.contains("422") ? 4 : 6
        return video.codedSize.pixelCount * samples / 2 * (video.pixels.bitDepth > 8 ? 2 : 1)
    }

    /// A second thread costs frames in memory: it pays where few segments leave cores idle, and decoding takes longer than
    /// encoding, which it does above 1080p.
    private static func decoderThreads(_ video: VideoInfo, segments: Int) -> Int {
        video.codedSize.pixelCount > 1920 * 1088 && segments <= 2 ? 2 : 1
    }

    private static func thumbnails(
        _ wanted: Thumbnails, _ grid: FrameGrid, unit: Int, top: Resolution
    ) -> ThumbnailPlan {
        // Frames that every rendition has.
        func common(_ frame: Int) -> Int { min(frame, grid.frameCount - 1) / unit * unit }
        let every = wanted.storyboard.every
        let count = max(1, (grid.time(of: grid.frameCount) / every).ceiling)
        // Tiles closer than frames would be the same picture twice.
        let tileFrames = (0..<count).reduce(into: [Int]()) { frames, index in
            let frame = common((every * index * grid.rate).rounded)
            if frame != frames.last { frames.append(frame) }
        }
        return ThumbnailPlan(
            poster: fit(top, into: wanted.poster.width),
            tile: fit(top, into: wanted.storyboard.width), every: every, tileFrames: tileFrames,
            columns: wanted.storyboard.columns, rows: wanted.storyboard.rows,
            candidateStep: roundUp((grid.rate / 2).rounded, to: unit))
    }

    /// The even size of that shape whose long side is at most so many pixels; never enlarged.
    private static func fit(_ size: Resolution, into side: Int) -> Resolution {
        let scale = min(Rational(1), Rational(side, size.longSide))
        func even(_ length: Int) -> Int { max(2, (scale * length / 2).rounded * 2) }
        return Resolution(width: even(size.width), height: even(size.height))
    }

    // MARK: Sound

    /// Seconds before the start of a trimmed part that sound is decoded from: above the memory of every codec.
    private static let audioRunUp = Rational(2)

    private func audio(_ duration: Rational, _ video: VideoPlan?, _ range: PublishedRange)
        -> [AudioPlan]
    {
        guard let wanted = preset.audio else { return [] }
        // Of a part, sound may begin behind its end.
        let tracks = info.audio.filter { $0.start < range.end }.prefix(wanted.maxTracks)
        let described = tracks.firstIndex { $0.isDefault && !$0.isDescription }
        let chosen = described ?? tracks.firstIndex { !$0.isDescription } ?? 0
        var names: [String: Int] = [:]
        return tracks.enumerated().map { index, track in
            let tag = track.language ?? "und"
            names[tag, default: 0] += 1
            let number = names[tag, default: 1]
            let language = track.language.flatMap { LanguageTag($0)?.displayName } ?? "Audio"
            return AudioPlan(
                stream: track.stream, name: number == 1 ? tag : "\(tag)-\(number)",
                label: number == 1 ? language : "\(language) \(number)", language: track.language,
                isDefault: index == chosen, isDescription: track.isDescription,
                sampleRate: wanted.sampleRate, channels: wanted.channels,
                bitrate: wanted.bitrate.bitsPerSecond, level: level(of: track, wanted),
                start: audioStart(video, range, sampleRate: wanted.sampleRate),
                entry: (frames?.isSeekable ?? true)
                    && range.start - track.start > Self.audioRunUp * 5
                    ? range.start - Self.audioRunUp : nil,
                sampleCount: max(1, (duration * wanted.sampleRate).rounded),
                borders: borders(duration, video, wanted.sampleRate))
        }
    }

    /// Seconds of the upload's clock at which sound starts, so that it stays with the pictures.
    ///
    /// Pictures of a constant rate that begin between two frames of the grid (sound began before, or an edit starts
    /// there) are all shown early or late by the same time, up to half a frame. Sound goes half of that way: then it is
    /// never more than a quarter of a frame from the pictures, nor from where the upload's clock has it.
    private func audioStart(_ plan: VideoPlan?, _ range: PublishedRange, sampleRate: Int)
        -> Rational
    {
        guard let plan, let video = info.video, video.frameRate.isConstant,
            case let lag = plan.grid.lag(of: max(video.start, range.start)), lag != .zero
        else { return range.start }
        // In whole samples, since audio is cut at samples. Times are rounded up to nanoseconds: a nanosecond less keeps a
        // start on a sample where it is.
        let sample = Rational(1, sampleRate)
        let start = (range.start - Rational(1, 1_000_000_000)).ticksRoundedUp(of: sample)
        return sample * (start - (lag / 2 * sampleRate).rounded)
    }

    /// A mix of more than two channels may be louder than full scale.
    private func level(of track: AudioInfo, _ wanted: Audio) -> LoudnessTarget? {
        if let loudness = wanted.loudness {
            return LoudnessTarget(target: loudness.target, ceiling: loudness.truePeak)
        }
        let isMixed = track.channels > max(2, wanted.channels)
        return isMixed ? LoudnessTarget(target: nil, ceiling: Loudness().truePeak) : nil
    }

    // MARK: Captions

    /// A single file has no place for captions beside it.
    private func captionPlanner(_ duration: Rational, _ range: PublishedRange) -> CaptionPlanner {
        CaptionPlanner(
            preset.packaging.container == .mp4 ? [] : captions, start: range.start,
            duration: duration, segment: preset.packaging.segment,
            maximumCount: preset.captions?.maxTracks ?? 0)
    }

    /// Says which tracks are beyond the preset's number.
    private func ignoredTracks() -> [Notice] {
        var notices: [Notice] = []
        if preset.packaging.container == .mp4, preset.captions != nil, !captions.isEmpty {
            notices.append(
                Notice("SUBTITLES_IGNORED", .warning, "Its captions do not get into a single file.")
            )
        }
        guard let wanted = preset.audio, info.audio.count > wanted.maxTracks else {
            return notices
        }
        return notices + [
            Notice(
                "TRACKS_IGNORED", .warning,
                "Of its \(info.audio.count) sound tracks the first \(wanted.maxTracks) are kept;"
                    + " audio.maxTracks allows no more.")
        ]
    }

    /// The pictures' borders; without pictures, every segment length.
    private func borders(_ duration: Rational, _ video: VideoPlan?, _ rate: Int) -> [Int] {
        if let video {
            return video.segments.map { (video.grid.time(of: $0.firstFrame) * rate).rounded }
        }
        let length = preset.packaging.segment
        var count = max(1, (duration / length).ceiling)
        // As with pictures, a last artifact shorter than a GOP joins the one before.
        if count > 1, duration - length * (count - 1) < preset.video.gop { count -= 1 }
        return (0..<count).map { (length * $0 * rate).rounded }
    }

    private static func roundUp(_ value: Int, to unit: Int) -> Int {
        max(1, (value + unit - 1) / unit) * unit
    }

    /// The least common multiple of the rungs' divisors: the distance of frames that all rungs have.
    private static func commonMultiple(
        _ divisors: some Sequence<Int>
    ) throws(PlanningError) -> Int {
        var multiple = 1
        for divisor in divisors {
            // A divisor is at most a frame rate, so the product fits.
            multiple = multiple / greatestCommonDivisor(multiple, divisor) * divisor
            guard multiple <= MediaBounds.commonFrames else {
                throw PlanningError(
                    code: .timesUnusable,
                    reason: "at its frame rate the preset's rungs have no keyframes in common",
                    advice: "give the rungs maxFrameRates that divide one another")
            }
        }
        return multiple
    }

    private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
        b == 0 ? a : greatestCommonDivisor(b, a % b)
    }
}
