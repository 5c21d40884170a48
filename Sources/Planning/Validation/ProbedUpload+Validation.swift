internal import Captions
internal import HLS
package import MediaModel
internal import MediaUnits
package import Presets
internal import VideoCodecs

/// Validation of everything that planning relies on: a process that reads a hostile upload may send any reply.
extension ProbedUpload {
    /// Checks that a probe can have measured this, and that its numbers are within `MediaBounds`.
    ///
    /// - Parameters:
    ///   - byteCount: The upload's size, in bytes, which the caller knows.
    ///   - sha256: The upload's SHA-256, in hexadecimal, which the caller knows; `nil` if the content was not hashed.
    ///   - identity: The identity of the upload's content, which the caller knows.
    ///   - limits: The limits that the upload was probed with.
    /// - Throws: `MediaInfoError` with the first violation.
    package func validate(
        byteCount: Int, sha256: String?, identity: String, limits: Limits
    ) throws(MediaInfoError) {
        try require(info.byteCount == byteCount, "its size is not that of the upload")
        try require(info.sha256 == sha256, "its hash is not that of the upload")
        try require(self.identity == identity, "its identity is not that of the upload")
        try Self.check(line: info.container, "the container's name")
        try checkStreams(limits)
        try checkTimes()
        if let video = info.video {
            try video.validate()
            // Two seconds cannot have more bytes than the file.
            try require(
                (0...4 * byteCount).contains(video.content?.peakBitrate ?? 0),
                "its peak bit rate exceeds its size")
        }
        for track in info.audio { try track.validate() }
        try checkClocks()
        try require((info.video == nil) == (frames == nil), "video and frames do not agree")
        if let frames, let video = info.video {
            try frames.validate(limits)
            try frames.validate(video)
        }
        try checkCaptions(limits)
        try checkFindings(limits)
    }

    // MARK: Streams and times

    private func checkStreams(_ limits: Limits) throws(MediaInfoError) {
        let used = info.audio.map(\.stream) + (info.video.map { [$0.stream] } ?? [])
        let all = used + info.ignored.map(\.stream)
        try require(!used.isEmpty, "it has neither video nor audio")
        try require(Set(all).count == all.count, "it has a stream twice")
        let named = all + info.captions.compactMap(\.stream)
        let range = 0..<limits.streams
        try require(named.allSatisfy(range.contains), "it has a stream beyond the limit")
    }

    /// Checks that the media info starts with the first used track and ends with the last.
    private func checkTimes() throws(MediaInfoError) {
        let nanosecond = Rational(1, 1_000_000_000)
        let video = info.video
        let starts = info.audio.map(\.start) + (video.map { [$0.start] } ?? [])
        let ends = info.audio.map(\.end) + (video.map { [$0.end] } ?? [])
        // Ends exceed credible times by the duration of a packet.
        let limit = MediaBounds.time * 5
        for time in starts + ends + [info.start, info.duration] {
            try require(
                time.magnitude <= limit && time.inNanoseconds == time,
                "it has a time of \(time) s")
        }
        try require(zip(starts, ends).allSatisfy(<=), "it has a track that ends before it starts")
        try require(info.start == starts.min(), "it does not start with its first track")
        let span = (ends.max() ?? .zero) - info.start
        // Each is rounded up by itself.
        try require(
            (info.duration - span).magnitude <= nanosecond && info.duration >= .zero,
            "it does not end with its last track")
    }

    private func checkClocks() throws(MediaInfoError) {
        for (stream, clock) in clocks {
            let track = info.audio.first { $0.stream == stream }
            try require(
                clock.sampleRate == track?.sampleRate, "a clock is that of no audio track")
            try require(
                clock.timeBase.isWithinBounds && clock.timeBase > .zero
                    && clock.timeBase <= MediaBounds.tick,
                "the time base of a clock is \(clock.timeBase) s")
            let limit = MediaBounds.ticks(of: clock.timeBase)
            try require(
                -limit <= clock.start && clock.start < clock.last && clock.last <= limit
                    && (1...MediaBounds.sampleRate.upperBound).contains(clock.step),
                "the times of a clock are out of range")
        }
    }

    // MARK: Captions

    private func checkCaptions(_ limits: Limits) throws(MediaInfoError) {
        try require(
            captions.count <= MediaBounds.captions(of: limits),
            "it has \(captions.count) caption tracks")
        try require(
            info.captions == captions.map(\.info), "its captions and their cues do not agree")
        for source in captions { try source.validate() }
    }

    // MARK: Findings

    private func checkFindings(_ limits: Limits) throws(MediaInfoError) {
        try require(
            info.ignored.count <= limits.streams, "it has \(info.ignored.count) unused tracks")
        for track in info.ignored {
            try Self.check(line: track.kind, "a track's kind")
            try Self.check(line: track.codec, "a track's codec")
            try Self.check(line: track.reason, "a track's reason")
        }
        try Self.check(info.findings)
    }

    /// Checks the number of findings, and that each has a code and one line of text.
    package static func check(_ findings: [Finding]) throws(MediaInfoError) {
        try require(
            findings.count <= MediaBounds.findings, "it has \(findings.count) findings")
        for finding in findings {
            let isCode = finding.code.rawValue.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "_"):
                    true
                default: false
                }
            }
            try require(
                isCode && (1...64).contains(finding.code.rawValue.utf8.count),
                "a finding has no code")
            try check(line: finding.message, "a finding")
        }
    }

    /// Checks that a text is one line, no longer than a message.
    package static func check(line text: String, _ name: String) throws(MediaInfoError) {
        try require(text.utf8.count <= PlainText.maximumBytes, "\(name) is too long")
        try require(
            !text.unicodeScalars.contains(where: PlainText.isControl),
            "\(name) has control characters")
    }
}

extension VideoInfo {
    fileprivate func validate() throws(MediaInfoError) {
        for text in [codec, profile ?? ""] { try ProbedUpload.check(line: text, "the codec") }
        try require(
            MediaBounds.side.contains(codedSize.width)
                && MediaBounds.side.contains(codedSize.height)
                && codedSize.pixelCount <= MediaBounds.pixels,
            "its video has \(codedSize) pixels")
        try require(
            MediaBounds.aspectRatio.contains(sampleAspectRatio)
                && sampleAspectRatio.isWithinBounds,
            "its sample aspect ratio is \(sampleAspectRatio)")
        try require(
            [0, 90, 180, 270].contains(orientation.rotation),
            "its video is rotated by \(orientation.rotation) degrees")
        let width = max(1, (sampleAspectRatio * codedSize.width).rounded)
        let squared = Resolution(width: width, height: codedSize.height)
        try require(
            displaySize == orientation.applied(to: squared),
            "its display size does not follow from its coded size")
        try require(
            MediaBounds.frameRate.contains(frameRate.rate) && frameRate.rate.isWithinBounds
                && frameRate.average.isFinite && frameRate.average >= 0,
            "it has \(frameRate.rate) frames a second")
        try checkPixels()
        if let content { try content.validate() }
    }

    private func checkPixels() throws(MediaInfoError) {
        try require((0...64).contains(pixels.bitDepth), "its samples have too many bits")
        let names = [pixels.format, pixels.matrix, pixels.transfer, pixels.primaries]
        for name in names.compactMap(\.self) {
            let isName = name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
            try require(
                isName && name.utf8.count <= 64, "the name of its pixel format or colors is invalid"
            )
        }
    }
}

extension ContentInfo {
    fileprivate func validate() throws(MediaInfoError) {
        for sample in [start, middle].compactMap(\.self) { try sample.validate() }
        try require(
            kind == ContentRule.kind(start: start, middle: middle),
            "its kind of content does not follow from the figures")
    }
}

extension ContentSample {
    fileprivate func validate() throws(MediaInfoError) {
        let shares = [flat, contrast, hardEdges, unchanged ?? 0]
        let differences = [detail, noise, motion ?? 0]
        // Comparisons with NaN are false.
        try require(
            shares.allSatisfy { (0...1).contains($0) }
                && differences.allSatisfy { (0...255).contains($0) }
                && (residual ?? 0) >= 0 && (residual ?? 0).isFinite
                && (1...MediaBounds.sampledFrames).contains(frames)
                && (unchanged == nil) == (motion == nil),
            "the figures of its content are out of range")
    }
}

extension AudioInfo {
    fileprivate func validate() throws(MediaInfoError) {
        try ProbedUpload.check(line: codec, "the codec of an audio track")
        try ProbedUpload.check(line: title ?? "", "the title of an audio track")
        try require(
            MediaBounds.sampleRate.contains(sampleRate), "an audio track has \(sampleRate) Hz")
        try require(
            MediaBounds.channels.contains(channels), "an audio track has \(channels) channels")
        try require(
            LanguageTag.isShortest(language), "the language of an audio track is not a BCP 47 tag")
    }
}

extension CaptionSource {
    fileprivate func validate() throws(MediaInfoError) {
        for text in [info.file, info.channel, info.format].compactMap(\.self) {
            try ProbedUpload.check(line: text, "the name of captions")
        }
        try require(
            (info.stream == nil) != (info.file == nil),
            "captions are neither a stream nor a sidecar"
        )
        try require(
            LanguageTag.isShortest(info.language), "the language of captions is not a BCP 47 tag")
        try require(
            info.cueCount == cues.count && cues.count <= CaptionFile.maximumCues,
            "captions have \(cues.count) cues")
        try require(
            zip(cues, cues.dropFirst()).allSatisfy { $0.start <= $1.start },
            "caption cues are not in order")
        for cue in cues {
            try require(
                cue.start < cue.end && MediaBounds.cueTime.contains(cue.start)
                    && MediaBounds.cueTime.contains(cue.end),
                "a caption cue is shown from \(cue.start) to \(cue.end) ms")
            try require(cue.isWellFormed, "the text of a caption cue is not valid WebVTT")
            try require(
                cue.settings.isEmpty || CaptionCueTiming.settings(cue.settings) == cue.settings,
                "a cue's settings are none of WebVTT")
        }
    }
}

extension FrameIndex {
    fileprivate func validate(_ limits: Limits) throws(MediaInfoError) {
        try require(
            timeBase.isWithinBounds && timeBase > .zero && timeBase <= MediaBounds.tick,
            "its time base is \(timeBase) s")
        let limit = MediaBounds.ticks(of: timeBase)
        let credible = -limit...limit
        guard let first = times.first, let last = times.last else {
            throw MediaInfoError("it has no frames")
        }
        try require(
            times.count <= limits.packets && keyframes.count <= limits.packets
                && (0...limits.packets).contains(hiddenPackets),
            "it has \(times.count) frames")
        try require(
            credible.contains(first) && credible.contains(last),
            "the times of its frames are out of range")
        try require(
            zip(times, times.dropFirst()).allSatisfy(<),
            "the times of its frames are not in ascending order")
        try require(
            (1...2 * limit).contains(lastDuration), "the duration of its last frame is out of range"
        )
        try require(
            zip(keyframes, keyframes.dropFirst()).allSatisfy {
                $0.presentationTime <= $1.presentationTime
            }, "its keyframes are not in order")
        try require(
            keyframes.allSatisfy {
                credible.contains($0.presentationTime)
                    && $0.decodeTime.map(credible.contains) ?? true
            }, "the times of its keyframes are out of range")
    }

    fileprivate func validate(_ video: VideoInfo) throws(MediaInfoError) {
        try require(
            video.frameCount == times.count && video.keyframeCount == keyframes.count,
            "its frame counts do not agree")
        try require(
            video.start == .seconds(times[0], timeBase) && video.end == .seconds(end, timeBase),
            "its frames do not start and end with its video track")
    }
}

extension Rational {
    fileprivate var magnitude: Rational { self < .zero ? .zero - self : self }

    /// Whether it fits into libav's `AVRational`.
    fileprivate var isWithinBounds: Bool {
        MediaBounds.fraction.contains(numerator) && MediaBounds.fraction.contains(denominator)
    }
}

extension LanguageTag {
    /// Returns whether a text is `nil` or a tag in its shortest form, which is safe in a path.
    fileprivate static func isShortest(_ text: String?) -> Bool {
        text.map { LanguageTag($0)?.tag == $0 } ?? true
    }
}
