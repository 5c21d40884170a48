package import MediaModel
package import MediaUnits
package import Presets

/// Plans the work on an upload from its media info and a preset: a pure function, which makes every decision about media.
package struct Planner {
    package let info: MediaInfo
    package let frames: FrameIndex?
    package let clocks: [Int: SampleClock]
    package let captions: [CaptionSource]
    /// The samples of a probe encode; `nil` if there was none.
    package let samples: [EncodedSample]?
    package let preset: Preset
    package let trim: TrimRequest
    /// The duration of audio that one encoder makes, in seconds.
    package var audioRun = AudioRuns.duration

    package init(_ probed: ProbedUpload, preset: Preset, trim: TrimRequest = TrimRequest()) {
        self.trim = trim
        info = probed.info
        frames = probed.frames
        clocks = probed.clocks
        captions = probed.captions
        samples = probed.samples
        self.preset = preset
    }

    /// Returns the plan.
    ///
    /// - Throws: `PlanningError` if the upload has no track for the preset, or exceeds the preset's limits.
    package func plan() throws(PlanningError) -> EncodingPlan {
        try checkAudio()
        try checkCorruption()
        try preset.limits.check(info)
        let range = try PublishedRange(info, frames, trim, limit: preset.limits.duration)
        let source = preset.ladder.isEmpty ? nil : info.video
        var video: VideoPlan?
        let cuePoints: CuePointPlanner
        if let source, let frames {
            (video, cuePoints) = try plan(source, frames, range)
        } else {
            cuePoints = try cuePointsOfAudio(range)
        }
        let duration = video.map { $0.grid.time(of: $0.grid.frameCount) } ?? range.end - range.start
        let captions = captionPlanner(duration, range)
        let audioTracks = audio(duration, video, range, cuePoints.cuePoints)
        guard video != nil || !audioTracks.isEmpty else {
            throw PlanningError(
                code: .noTracks,
                message: "the trim range has no audio, and the preset has no video",
                advice: "choose a longer trim range")
        }
        let plan = EncodingPlan(
            container: preset.packaging.container,
            startingRate: preset.packaging.start.bitsPerSecond, video: video,
            audio: audioTracks,
            captions: captions.plans,
            duration: duration, trimRange: range.trimRange,
            cuePoints: cuePoints.cuePoints,
            download: DownloadPlanner(
                info: info, frames: frames, preset: preset, trimRange: range.trimRange,
                audio: audioTracks.first(where: \.isDefault)
            ).plan(),
            findings: info.findings + range.findings + cuePoints.findings + ignoredTracks()
                + captions.findings
                + (preset.target == nil ? [] : [video?.rungs.qualityFinding].compactMap { $0 }))
        try preset.limits.check(plan, of: info)
        return plan
    }

    private func checkAudio() throws(PlanningError) {
        guard preset.ladder.isEmpty, info.audio.isEmpty else { return }
        throw PlanningError(
            code: .noTracks, message: "it has no audio, and the preset has no video",
            advice: "upload a file with audio, or choose a preset with a ladder")
    }

    private func checkCorruption() throws(PlanningError) {
        let corruption = info.findings.first { [.damaged, .truncated].contains($0.code) }
        guard preset.onDamage == .refuse, let corruption else { return }
        throw PlanningError(
            code: corruption.code == .truncated ? .truncated : .damaged,
            message: "parts of it are corrupt or missing, which the preset does not allow",
            advice: "upload it again, or publish it with onDamage: publish in the preset")
    }

    // MARK: Video

    private func plan(
        _ video: VideoInfo, _ all: FrameIndex, _ range: PublishedRange
    ) throws(PlanningError) -> (VideoPlan, CuePointPlanner) {
        let frames = range.frameLimit.map { all.prefix(max(1, $0)) } ?? all
        let limit = preset.video.maxFrameRate
        // Each field was recorded at a time of its own.
        let source = video.isInterlaced ? video.frameRate.rate * 2 : video.frameRate.rate
        let rate = FrameGrid.rate(for: source, limit: limit)
        let deinterlacing: Deinterlacing? =
            !video.isInterlaced ? nil : rate > video.frameRate.rate ? .field : .frame
        var ladder = LadderPlanner(source: video.displaySize, gridRate: rate, preset: preset)
        ladder.content = video.content
        let divisors = ladder.divisors()
        let unit = try Self.commonMultiple(divisors.values)
        let gop = Self.roundUp((rate * preset.video.gop).rounded, to: unit)
        let tolerance = (deinterlacing == .frame ? video.frameRate.rate : source).inverse / 2
        let grid = Self.grid(range, rate, unit: unit, frames.timeBase, tolerance: tolerance)
        if let samples, preset.hasProbeEncode {
            ladder.adaptation = LadderAdaptation(
                ladder.plan(gop: gop, divisors: divisors).rungs, samples, preset,
                content: video.content?.kind)
        }
        let (rungs, dropped) = ladder.plan(gop: gop, divisors: divisors)
        try Self.checkSides(of: rungs, video)
        let gops = max(1, (preset.packaging.segment / preset.video.gop).rounded)
        let cuePoints = try CuePointPlanner(
            preset.cuePoints, range, origin: info.start,
            on: .init(
                count: grid.frameCount, rate: grid.rate, gop: grid.time(of: gop), unit: unit))
        let planner = SegmentPlanner(
            grid: grid, gop: gop, gopsPerSegment: gops, isTrimmed: range.trimRange != nil,
            cuePoints: cuePoints.starts, unit: unit)
        let segments = planner.segments()
        // bwdif reads one frame before and after; a second one before makes its first output independent of the start.
        let runUp = video.isInterlaced ? 2 : 0
        let encodingUnit = UnitChoice(
            video: video, rungs: rungs, frames: frames, planner: planner, runUp: runUp,
            encoder: preset.video.encoder
        ).unit(of: segments)
        let units = planner.units(segments, encodingUnit)
        let plan = VideoPlan(
            grid: grid,
            source: VideoSource(
                stream: video.stream, orientation: video.orientation,
                deinterlacing: deinterlacing, dynamicRange: video.dynamicRange,
                maximumPixels: preset.limits.pixels,
                frameBytes: Self.frameBytes(video),
                decoderThreads: Self.decoderThreads(video, units: units.count),
                decodesAllFrames: preset.onDamage == .refuse),
            gop: gop, rungs: rungs, dropped: dropped, segments: segments,
            unit: encodingUnit, chunks: planner.chunks(units, frames, runUp: runUp),
            thumbnails: preset.thumbnails.map {
                Self.thumbnails($0, grid, unit: unit, top: rungs[0].size)
            }, content: video.contentKind,
            temporalComplexity: ContentRule.temporalComplexity(video.content),
            measuresQuality: preset.quality == .measured)
        return (plan, cuePoints)
    }

    /// Returns the output grid, whose number of frames is a multiple of `unit`.
    private static func grid(
        _ range: PublishedRange, _ rate: Rational, unit: Int, _ timeBase: Rational,
        tolerance: Rational
    ) -> FrameGrid {
        let length = range.end - range.start
        // A trimmed grid has the frames whose source frame lies in the range, and no others.
        let due =
            range.trimRange == nil ? (length * rate).rounded : ((length - tolerance) * rate).ceiling
        return FrameGrid(
            rate: rate, frameCount: roundUp(due, to: unit), start: range.start, timeBase: timeBase,
            tolerance: tolerance)
    }

    private static func checkSides(
        of rungs: [RungPlan], _ video: VideoInfo
    ) throws(PlanningError) {
        guard rungs.allSatisfy({ $0.size.longSide <= MediaBounds.renditionSide }) else {
            throw PlanningError(
                code: .tooManyPixels,
                message:
                    "at the aspect ratio of \(video.displaySize) a rendition would have a side of more"
                    + " than \(MediaBounds.renditionSide) pixels",
                advice: "upload a video of another aspect ratio")
        }
    }

    /// Returns the size of a decoded frame, in bytes: samples of more than 8 bits have 2.
    private static func frameBytes(_ video: VideoInfo) -> Int {
        let format = video.pixels.format
        // Twice the samples per pixel: luma, and chroma of a quarter, half or full size.
        let samples = format.contains("420") ? 3 : format.contains("422") ? 4 : 6
        return video.codedSize.pixelCount * samples / 2 * (video.pixels.bitDepth > 8 ? 2 : 1)
    }

    /// Returns the number of decoder threads.
    ///
    /// A second thread costs frames in memory. It is useful only if few units leave cores idle, and above 1080p, where
    /// decoding takes longer than encoding.
    private static func decoderThreads(_ video: VideoInfo, units: Int) -> Int {
        video.codedSize.pixelCount > 1920 * 1088 && units <= 2 ? 2 : 1
    }

    private static func thumbnails(
        _ wanted: Thumbnails, _ grid: FrameGrid, unit: Int, top: Resolution
    ) -> ThumbnailPlan {
        // The nearest frame that every rendition has.
        func common(_ frame: Int) -> Int { min(frame, grid.frameCount - 1) / unit * unit }
        let every = wanted.storyboard.every
        let count = max(1, (grid.time(of: grid.frameCount) / every).ceiling)
        // Tiles closer than frames would repeat a frame.
        let tileFrames = (0..<count).reduce(into: [Int]()) { frames, index in
            let frame = common((every * index * grid.rate).rounded)
            if frame != frames.last { frames.append(frame) }
        }
        return ThumbnailPlan(
            poster: fit(top, into: wanted.poster.width),
            tile: fit(top, into: wanted.storyboard.width), every: every, tileFrames: tileFrames,
            columns: wanted.storyboard.columns, rows: wanted.storyboard.rows,
            // Chosen as two candidates per second.
            candidateStep: roundUp((grid.rate / 2).rounded, to: unit))
    }

    /// Returns the even size with the same aspect ratio whose long side is at most `side` pixels; never enlarged.
    private static func fit(_ size: Resolution, into side: Int) -> Resolution {
        let scale = min(Rational(1), Rational(side, size.longSide))
        func even(_ length: Int) -> Int { max(2, (scale * length / 2).rounded * 2) }
        return Resolution(width: even(size.width), height: even(size.height))
    }

    // MARK: Audio

    /// The shortest time from the start of a track to a trim range for which decoding starts with a seek, in seconds.
    ///
    /// Chosen as five run-ups, below which a seek would save little.
    private static let shortestSeek = Rational(10)

    private func audio(
        _ duration: Rational, _ video: VideoPlan?, _ range: PublishedRange, _ cuePoints: [CuePoint]
    ) -> [AudioPlan] {
        guard let wanted = preset.audio else { return [] }
        // A track may start after the end of the trim range.
        let tracks = info.audio.filter { $0.start < range.end }.prefix(wanted.maxTracks)
        let described = tracks.firstIndex { $0.isDefault && !$0.isDescription }
        let chosen = described ?? tracks.firstIndex { !$0.isDescription } ?? 0
        var names: [String: Int] = [:]
        let sampleCount = max(1, (duration * wanted.sampleRate).rounded)
        let borders = AudioBorders(
            duration, video, cuePoints, preset, sampleRate: wanted.sampleRate)
        let runs = borders.runs(
            sampleCount: sampleCount, length: (audioRun * wanted.sampleRate).rounded)
        return tracks.enumerated().map { index, track in
            let clock = runs.count > 1 ? clocks[track.stream] : nil
            let tag = track.language ?? "und"
            names[tag, default: 0] += 1
            let number = names[tag, default: 1]
            let language = track.language.flatMap { LanguageTag($0)?.displayName } ?? "Audio"
            return AudioPlan(
                stream: track.stream, name: number == 1 ? tag : "\(tag)-\(number)",
                label: number == 1 ? language : "\(language) \(number)", language: track.language,
                isDefault: index == chosen, isDescription: track.isDescription,
                sampleRate: wanted.sampleRate, channels: wanted.channels,
                bitrate: wanted.bitrate.bitsPerSecond,
                loudnessTarget: loudnessTarget(of: track, wanted),
                start: audioStart(video, range, sampleRate: wanted.sampleRate),
                entry: (frames?.isSeekable ?? true)
                    && range.start - track.start > Self.shortestSeek
                    ? range.start - AudioPlan.decoderRunUp : nil,
                sampleCount: sampleCount, borders: borders.samples,
                runStarts: clock == nil ? [0] : runs, clock: clock)
        }
    }

    /// Returns time 0 of audio, in seconds of the upload's clock, so that audio is synchronous with video.
    ///
    /// If video of a constant rate starts between two frames of the grid (audio starts earlier, or an edit starts there),
    /// all frames are early or late by the same time, up to half a frame. Audio is shifted by half of that time: then it is
    /// at most a quarter of a frame from the video, and from its position on the upload's clock.
    private func audioStart(_ plan: VideoPlan?, _ range: PublishedRange, sampleRate: Int)
        -> Rational
    {
        guard let plan, let video = info.video, video.frameRate.isConstant,
            case let lag = plan.grid.lag(of: max(video.start, range.start)), lag != .zero
        else { return range.start }
        // In whole samples. Times are rounded up to nanoseconds: without the subtraction, a start on a sample would move to
        // the next one.
        let sample = Rational(1, sampleRate)
        let start = (range.start - Rational(1, 1_000_000_000)).ticksRoundedUp(of: sample)
        return sample * (start - (lag / 2 * sampleRate).rounded)
    }

    /// Returns the loudness target of a track; a downmix without one is limited, since it may exceed full scale.
    private func loudnessTarget(of track: AudioInfo, _ wanted: Audio) -> LoudnessTarget? {
        if let loudness = wanted.loudness {
            return LoudnessTarget(target: loudness.target, ceiling: loudness.truePeak)
        }
        let isMixed = track.channels > max(2, wanted.channels)
        return isMixed ? LoudnessTarget(target: nil, ceiling: Loudness().truePeak) : nil
    }

    // MARK: Captions

    /// Plans captions, which a single file cannot have.
    private func captionPlanner(_ duration: Rational, _ range: PublishedRange) -> CaptionPlanner {
        CaptionPlanner(
            preset.packaging.container == .mp4 ? [] : captions, start: range.start,
            duration: duration, segment: preset.packaging.segment,
            maximumCount: preset.captions?.maxTracks ?? 0)
    }

    /// Returns findings about tracks that the preset does not publish.
    private func ignoredTracks() -> [Finding] {
        var findings: [Finding] = []
        if preset.packaging.container == .mp4, preset.captions != nil, !captions.isEmpty {
            findings.append(
                Finding(
                    .subtitlesIgnored, .warning,
                    "Its captions are left out, since a single file has none."))
        }
        guard let wanted = preset.audio, info.audio.count > wanted.maxTracks else {
            return findings
        }
        return findings + [
            Finding(
                .tracksIgnored, .warning,
                "Only the first \(wanted.maxTracks) of \(info.audio.count) audio tracks are published,"
                    + " as the preset's audio.maxTracks limits them.")
        ]
    }

    /// Returns the cue points of a package without video, whose segments start at samples.
    private func cuePointsOfAudio(
        _ range: PublishedRange
    ) throws(PlanningError) -> CuePointPlanner {
        let rate = Rational(preset.audio?.sampleRate ?? 1)
        return try CuePointPlanner(
            preset.cuePoints, range, origin: info.start,
            on: .init(
                count: max(1, ((range.end - range.start) * rate).rounded), rate: rate,
                gop: preset.video.gop, unit: 1))
    }

    private static func roundUp(_ value: Int, to unit: Int) -> Int {
        max(1, (value + unit - 1) / unit) * unit
    }

    /// Returns the least common multiple of divisors: the distance between frames that all rungs have.
    static func commonMultiple(
        _ divisors: some Sequence<Int>
    ) throws(PlanningError) -> Int {
        var multiple = 1
        for divisor in divisors {
            // A divisor is at most a frame rate, so the product fits.
            multiple = multiple / greatestCommonDivisor(multiple, divisor) * divisor
            guard multiple <= MediaBounds.commonFrames else {
                throw PlanningError(
                    code: .timesUnusable,
                    message: "at its frame rate the preset's rungs have no keyframes in common",
                    advice: "set maxFrameRate of the rungs to multiples of one another")
            }
        }
        return multiple
    }

    private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
        b == 0 ? a : greatestCommonDivisor(b, a % b)
    }
}
