internal import Captions
internal import HLS
package import MediaModel
internal import MediaUnits
package import Presets
internal import VideoCodecs

/// Validation of a plan that another process made: every number, name and list that this process relies on later.
///
/// The other process did not read the upload, but was given its media info, which may be hostile. Bounds such as 2^40 are
/// chosen far above the numbers of every plan.
extension EncodingPlan {
    /// Checks that a planner can have made this plan.
    ///
    /// - Parameters:
    ///   - probed: The validated media info of the upload.
    ///   - preset: The preset.
    /// - Throws: `ArtifactError` with the first violation.
    package func validate(_ probed: ProbedUpload, _ preset: Preset) throws {
        let info = probed.info
        try demand(container == preset.packaging.container, "another container")
        try demand((0...1 << 40).contains(startingRate), "an impossible bit rate to start with")
        try demand(duration > .zero && duration <= Self.longest, "an impossible duration")
        try demand(video != nil || !audio.isEmpty, "no track")
        let isWanted = info.video != nil && !preset.ladder.isEmpty
        try demand(
            (video != nil) == isWanted, "video that is not planned, or without planned video")
        if let video {
            guard let source = info.video, let frames = probed.frames else {
                throw ArtifactError("a plan for video that the upload does not have")
            }
            try video.validate(source, frames, preset)
            try demand(
                video.grid.time(of: video.grid.frameCount) == duration, "an impossible duration")
        }
        try checkAudio(info, probed.clocks, preset)
        try checkCaptions(info, preset)
        try checkCuePoints(preset)
        if let trimRange {
            try demand(
                trimRange.from.isFinite && trimRange.to.isFinite && trimRange.from <= trimRange.to,
                "an impossible trim range"
            )
        }
        try checkDownload(info, preset)
        do throws(MediaInfoError) {
            try ProbedUpload.check(findings)
        } catch {
            throw ArtifactError("a plan with invalid findings: \(error.message)")
        }
        do throws(PlanningError) {
            try preset.limits.check(self, of: info)
        } catch {
            throw ArtifactError("a plan beyond the preset's limits")
        }
    }

    /// The longest duration, in seconds; whole GOPs may extend beyond the end of the upload.
    private static let longest = MediaBounds.packageDuration * 2

    // MARK: Audio and captions

    private func checkAudio(
        _ info: MediaInfo, _ clocks: [Int: SampleClock], _ preset: Preset
    ) throws {
        let streams = Set(info.audio.map(\.stream))
        try demand(audio.count <= preset.audio?.maxTracks ?? 0, "more audio tracks than planned")
        try demand(
            audio.isEmpty || audio.count(where: \.isDefault) == 1, "audio without a default track")
        try Self.checkFolders(audio.map(\.name))
        for track in audio {
            try demand(streams.contains(track.stream), "audio that the upload does not have")
            try Self.check(track.label, track.language)
            try track.validate(duration, preset.audio)
            try track.validateRuns(clocks[track.stream])
        }
    }

    private func checkCaptions(_ info: MediaInfo, _ preset: Preset) throws {
        let most = min(preset.captions?.maxTracks ?? 0, info.captions.count)
        try demand(captions.count <= most, "more caption tracks than planned")
        try Self.checkFolders(captions.map(\.name))
        let end = (duration * 1000).ceiling
        for track in captions {
            try Self.check(track.label, track.language)
            try demand(
                track.cues.allSatisfy { 0 <= $0.start && $0.start < $0.end && $0.end <= end }
                    && zip(track.cues, track.cues.dropFirst()).allSatisfy { $0.start <= $1.start }
                    && CaptionPlanner.isPublishable(
                        track.cues, segment: preset.packaging.segment),
                "impossible captions")
            try demand(
                track.cues.allSatisfy {
                    $0.isWellFormed
                        && ($0.settings.isEmpty
                            || CaptionCueTiming.settings($0.settings) == $0.settings)
                }, "captions that are none of WebVTT")
        }
    }

    /// Checks names of folders in the package and of files in the workspace: language tags, optionally with a number.
    private static func checkFolders(_ names: [String]) throws {
        try demand(Set(names).count == names.count, "two tracks with one name")
        for name in names {
            let isTag = name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
            try demand(isTag && (1...100).contains(name.utf8.count), "a track with an invalid name")
        }
    }

    private static func check(_ label: String, _ language: String?) throws {
        do throws(MediaInfoError) {
            try ProbedUpload.check(line: label, "a label")
        } catch {
            throw ArtifactError("a plan with an invalid text: \(error.message)")
        }
        try demand(
            language.map { LanguageTag($0)?.tag == $0 } ?? true,
            "a language that is not a BCP 47 tag")
    }

    private func checkDownload(_ info: MediaInfo, _ preset: Preset) throws {
        guard let download else { return }
        try demand(preset.packaging.download, "a download that is not planned")
        switch download {
        case .copied(let streams, let start):
            let usable = info.audio.map(\.stream) + (info.video.map { [$0.stream] } ?? [])
            try demand(
                !streams.isEmpty && zip(streams, streams.dropFirst()).allSatisfy(<)
                    && Set(usable).isSuperset(of: streams) && start.isCredible,
                "a download of other streams")
        case .joined(let reason):
            try Self.check(reason ?? "", nil)
        }
    }
}

extension AudioPlan {
    fileprivate func validate(_ duration: Rational, _ wanted: Audio?) throws {
        try demand(
            sampleRate == wanted?.sampleRate && channels == wanted?.channels
                && bitrate == wanted?.bitrate.bitsPerSecond, "another audio format")
        try demand(
            sampleCount == max(1, (duration * sampleRate).rounded),
            "audio of another duration than the package")
        try demand(
            borders.first == 0 && zip(borders, borders.dropFirst()).allSatisfy(<)
                && borders[borders.count - 1] <= sampleCount, "impossible segments of audio")
        try demand(
            start.isCredible && (entry ?? .zero).isCredible, "audio with an impossible start")
        let levels = [loudnessTarget?.target, loudnessTarget?.ceiling].compactMap { $0 }
        try demand(
            levels.allSatisfy { $0.isFinite && abs($0) <= 1000 }, "an impossible loudness target")
    }

    /// Checks that runs start at segments, that each has packets, and that several runs have the clock of the track.
    fileprivate func validateRuns(_ clock: SampleClock?) throws {
        try demand(
            runStarts.first == 0 && zip(runStarts, runStarts.dropFirst()).allSatisfy(<)
                && runStarts.allSatisfy(borders.indices.contains)
                && (runStarts.count == 1 || self.clock != nil)
                && (self.clock == nil || self.clock == clock), "impossible runs of audio")
        try demand(
            runStarts.count == 1 || AudioRuns.canDivide(borders, sampleCount: sampleCount),
            "runs of too short segments of audio")
    }
}

// MARK: Video

extension VideoPlan {
    fileprivate func validate(
        _ info: VideoInfo, _ frames: FrameIndex, _ preset: Preset
    ) throws {
        try demand(
            grid.rate > .zero && grid.rate <= MediaBounds.frameRate.upperBound
                && grid.frameCount > 0 && grid.frameCount < 1 << 40
                && grid.timeBase == frames.timeBase && grid.start.isCredible
                && grid.tolerance >= .zero && grid.tolerance <= MediaBounds.tick,
            "an impossible grid")
        try demand(
            source.stream == info.stream && source.orientation == info.orientation
                && source.dynamicRange == info.dynamicRange
                && (source.deinterlacing == nil) != info.isInterlaced
                && source.maximumPixels == preset.limits.pixels
                && (1...MediaBounds.pixels * 12).contains(source.frameBytes)
                && (1...16).contains(source.decoderThreads), "another source video")
        try demand(
            !measuresQuality || preset.quality == .measured, "a measurement that is not planned")
        try checkRungs(preset)
        try checkSegments()
        try checkChunks(frames)
        try demand(
            content == info.contentKind
                && temporalComplexity == ContentRule.temporalComplexity(info.content),
            "other content")
        try demand((thumbnails == nil) == (preset.thumbnails == nil), "other thumbnails")
        if let thumbnails, let wanted = preset.thumbnails {
            try thumbnails.validate(grid, wanted)
        }
    }

    private func checkRungs(_ preset: Preset) throws {
        // Shorter ones would be more GOPs than fit into memory.
        try demand(gop >= (grid.rate * preset.video.gop).rounded, "GOPs that are not planned")
        try demand(
            gop > 0 && !rungs.isEmpty && rungs.count <= preset.ladder.count
                && Set(rungs.map(\.name)).count == rungs.count, "other renditions")
        let names = Set(preset.ladder.map(\.name))
        try demand(
            dropped.count <= preset.ladder.count && dropped.allSatisfy { names.contains($0.name) },
            "other renditions")
        for rung in dropped { try Self.check(rung.reason) }
        for (index, rung) in rungs.enumerated() {
            let interpolated = "\(rung.size.shortSide)p" + rung.codec.model.renditionSuffix
            try demand(
                names.contains(rung.name) || rung.name == interpolated, "other renditions")
            try demand(rung.scaledFrom.map((0..<index).contains) ?? true, "other renditions")
            try demand(rung.point == preset.video.encoder.point, "another operating point")
            try rung.validate(grid, gop: gop)
            try demand(
                rung.prediction == nil || preset.hasProbeEncode,
                "a prediction without a probe encode")
            for (option, value) in rung.options { try Self.check(option + value) }
        }
    }

    private func checkSegments() throws {
        var frame = 0
        for (index, segment) in segments.enumerated() {
            try demand(
                segment.index == index && segment.firstFrame == frame
                    && segment.frameCount >= 1 && segment.frameCount <= grid.frameCount - frame,
                "impossible segments")
            frame += segment.frameCount
        }
        try demand(frame == grid.frameCount, "impossible segments")
    }

    private func checkChunks(_ frames: FrameIndex) throws {
        try demand(chunks.map(\.index) == Array(chunks.indices), "impossible chunks")
        try demand(
            chunks.allSatisfy { !$0.units.isEmpty }
                && units.map(\.index) == Array(units.indices), "impossible chunks")
        try demand(
            unit == .segment ? units == segments : rungs.allSatisfy { $0.point != nil },
            "another unit of encoding")
        // Each segment is one unit, or consecutive ones.
        var next = units[...]
        for segment in segments {
            var frame = segment.firstFrame
            while frame < segment.frames.upperBound {
                let unit = next.popFirst()
                try demand(
                    unit?.firstFrame == frame
                        && (1...segment.frames.upperBound - frame).contains(unit?.frameCount ?? 0),
                    "impossible units of encoding")
                frame += unit?.frameCount ?? 1
            }
        }
        try demand(next.isEmpty, "impossible units of encoding")
        try demand(
            chunks.allSatisfy {
                $0.expected.count <= frames.times.count && $0.entries.count <= 100
            }, "impossible chunks")
    }

    /// Checks that a text of reports is one line of at most 10,000 bytes, chosen above every option and reason.
    private static func check(_ text: String) throws {
        try demand(
            text.utf8.count <= 10_000 && !text.unicodeScalars.contains(where: PlainText.isControl),
            "a text of several lines")
    }
}

extension RungPlan {
    fileprivate func validate(_ grid: FrameGrid, gop gridGOP: Int) throws {
        let sides = 2...MediaBounds.renditionSide
        try demand(
            sides.contains(size.width) && sides.contains(size.height)
                && size.width % 2 == 0 && size.height % 2 == 0, "a rendition of an impossible size")
        try demand(
            divisor > 0 && gop > 0 && gridGOP % divisor == 0 && gop == gridGOP / divisor
                && frameRate == grid.rate / divisor, "a rendition of an impossible frame rate")
        try demand(
            timescale > 0 && ticksPerFrame > 0 && Rational(timescale, ticksPerFrame) == frameRate
                && !grid.frameCount.multipliedReportingOverflow(by: ticksPerFrame).overflow,
            "a rendition of an impossible timescale")
        try demand(
            (1...1 << 40).contains(ceiling) && (1...1 << 50).contains(buffer) && crf.isFinite,
            "a rendition of an impossible bit rate")
        if let prediction {
            try demand(
                (0...ceiling).contains(prediction.bitrate) && abs(prediction.xpsnr) <= 1000
                    && abs(prediction.target) <= 1000, "an impossible prediction")
        }
        try demand(
            options.count <= 100 && level.utf8.count <= 8
                && level.utf8.allSatisfy {
                    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
                        || $0 == UInt8(ascii: "b")
                }, "impossible encoder options")
    }
}

extension ThumbnailPlan {
    fileprivate func validate(_ grid: FrameGrid, _ wanted: Thumbnails) throws {
        let sides = 2...MediaBounds.renditionSide
        try demand(
            [poster.width, poster.height, tile.width, tile.height].allSatisfy(sides.contains)
                && poster.longSide <= max(2, wanted.poster.width) + 1
                && tile.longSide <= max(2, wanted.storyboard.width) + 1
                && columns == wanted.storyboard.columns && rows == wanted.storyboard.rows
                && every == wanted.storyboard.every && candidateStep > 0, "other thumbnails")
        try demand(
            tileFrames.allSatisfy((0..<grid.frameCount).contains)
                && zip(tileFrames, tileFrames.dropFirst()).allSatisfy(<),
            "thumbnails outside of the package")
    }
}

extension Rational {
    /// Whether it is a possible time on an upload's clock, with run-up.
    fileprivate var isCredible: Bool {
        let limit = MediaBounds.time * 6
        return self <= limit && self >= .zero - limit
    }
}

/// Throws `ArtifactError` unless a condition holds.
private func demand(_ condition: Bool, _ reason: @autoclosure () -> String) throws {
    if !condition { throw ArtifactError("a plan with \(reason())") }
}
