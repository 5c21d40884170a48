internal import Captions
internal import HLS
package import MediaModel
internal import MediaUnits
package import Presets

/// Checks of everything that planning relies on: a process that read a hostile upload may answer with anything.
extension ProbedUpload {
    /// Checks that a probe can have measured this of an upload, and that its numbers are within `MediaBounds`.
    ///
    /// - Parameters:
    ///   - byteCount: The upload's size, as the caller knows it.
    ///   - sha256: The upload's hash, hexadecimal, as the caller knows it.
    ///   - limits: The limits that the upload was probed with.
    /// - Throws: The first violation.
    package func validate(
        byteCount: Int, sha256: String, limits: Limits
    ) throws(InvalidMediaInfo) {
        try require(info.byteCount == byteCount, "its size is not that of the upload")
        try require(info.sha256 == sha256, "its hash is not that of the upload")
        try Self.check(line: info.container, "the container's name")
        try checkStreams(limits)
        try checkTimes()
        if let video = info.video { try video.validate() }
        for track in info.audio { try track.validate() }
        try require((info.video == nil) == (frames == nil), "video and frames do not agree")
        if let frames, let video = info.video {
            try frames.validate(limits)
            try frames.validate(video)
        }
        try checkCaptions(limits)
        try checkNotices(limits)
    }

    // MARK: Streams and times

    private func checkStreams(_ limits: Limits) throws(InvalidMediaInfo) {
        let kept = info.audio.map(\.stream) + (info.video.map { [$0.stream] } ?? [])
        let all = kept + info.ignored.map(\.stream)
        try require(!kept.isEmpty, "it has neither video nor audio")
        try require(Set(all).count == all.count, "it has a stream twice")
        let named = all + info.captions.compactMap(\.stream)
        let range = 0..<limits.streams
        try require(named.allSatisfy(range.contains), "it has a stream that cannot be there")
    }

    /// The start is that of the first kept track; the duration reaches to the end of the last.
    private func checkTimes() throws(InvalidMediaInfo) {
        let nanosecond = Rational(1, 1_000_000_000)
        let video = info.video
        let starts = info.audio.map(\.start) + (video.map { [$0.start] } ?? [])
        let ends = info.audio.map(\.end) + (video.map { [$0.end] } ?? [])
        // Ends lie behind credible times by the length of a packet.
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

    // MARK: Captions

    private func checkCaptions(_ limits: Limits) throws(InvalidMediaInfo) {
        try require(
            captions.count <= MediaBounds.captions(of: limits),
            "it has \(captions.count) tracks of captions")
        try require(
            info.captions == captions.map(\.info), "its captions and their cues do not agree")
        for source in captions { try source.validate() }
    }

    // MARK: Notices

    private func checkNotices(_ limits: Limits) throws(InvalidMediaInfo) {
        try require(
            info.ignored.count <= limits.streams, "it ignores \(info.ignored.count) tracks")
        for track in info.ignored {
            try Self.check(line: track.kind, "a track's kind")
            try Self.check(line: track.codec, "a track's codec")
            try Self.check(line: track.reason, "a track's reason")
        }
        try Self.check(info.notices)
    }

    /// Checks the number of notices, and that each has a code and one line of text.
    package static func check(_ notices: [Notice]) throws(InvalidMediaInfo) {
        try require(notices.count <= MediaBounds.notices, "it has \(notices.count) notices")
        for notice in notices {
            let isCode = notice.code.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "_"):
                    true
                default: false
                }
            }
            try require(
                isCode && (1...64).contains(notice.code.utf8.count), "a notice has no code")
            try check(line: notice.message, "a notice")
        }
    }

    /// Refuses text that is longer than a message, or has more than one line.
    package static func check(line text: String, _ name: String) throws(InvalidMediaInfo) {
        try require(text.utf8.count <= PlainText.maximumBytes, "\(name) is too long")
        try require(
            !text.unicodeScalars.contains(where: PlainText.isControl),
            "\(name) has control characters")
    }
}

extension VideoInfo {
    fileprivate func validate() throws(InvalidMediaInfo) {
        for text in [codec, profile ?? ""] { try ProbedUpload.check(line: text, "the codec") }
        try require(
            MediaBounds.side.contains(codedSize.width)
                && MediaBounds.side.contains(codedSize.height)
                && codedSize.pixelCount <= MediaBounds.pixels,
            "its video has \(codedSize) pixels")
        try require(
            MediaBounds.aspectRatio.contains(sampleAspectRatio)
                && sampleAspectRatio.isWithinBounds,
            "its pixels have the shape \(sampleAspectRatio)")
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
    }

    private func checkPixels() throws(InvalidMediaInfo) {
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
            try require(isName && name.utf8.count <= 64, "its pixels have no name")
        }
    }
}

extension AudioInfo {
    fileprivate func validate() throws(InvalidMediaInfo) {
        try ProbedUpload.check(line: codec, "the codec of an audio track")
        try ProbedUpload.check(line: title ?? "", "the title of an audio track")
        try require(
            MediaBounds.sampleRate.contains(sampleRate), "an audio track has \(sampleRate) Hz")
        try require(
            MediaBounds.channels.contains(channels), "an audio track has \(channels) channels")
        try require(LanguageTag.isShortest(language), "the language of an audio track is no tag")
    }
}

extension CaptionSource {
    fileprivate func validate() throws(InvalidMediaInfo) {
        for text in [info.file, info.channel, info.format].compactMap(\.self) {
            try ProbedUpload.check(line: text, "the name of captions")
        }
        try require(
            (info.stream == nil) != (info.file == nil), "captions are neither a stream nor a file"
        )
        try require(LanguageTag.isShortest(info.language), "the language of captions is no tag")
        try require(
            info.cueCount == cues.count && cues.count <= CaptionFile.maximumCues,
            "it has \(cues.count) cues")
        try require(
            zip(cues, cues.dropFirst()).allSatisfy { $0.start <= $1.start },
            "its cues are not in order")
        for cue in cues {
            try require(
                cue.start < cue.end && MediaBounds.cueTime.contains(cue.start)
                    && MediaBounds.cueTime.contains(cue.end),
                "a cue is shown from \(cue.start) to \(cue.end) ms")
            try require(cue.isWellFormed, "a cue's text is none of WebVTT")
            try require(
                cue.settings.isEmpty || CaptionCueTiming.settings(cue.settings) == cue.settings,
                "a cue's settings are none of WebVTT")
        }
    }
}

extension FrameIndex {
    fileprivate func validate(_ limits: Limits) throws(InvalidMediaInfo) {
        try require(
            timeBase.isWithinBounds && timeBase > .zero && timeBase <= MediaBounds.tick,
            "its time base is \(timeBase) s")
        let limit = MediaBounds.ticks(of: timeBase)
        let credible = -limit...limit
        guard let first = times.first, let last = times.last else {
            throw InvalidMediaInfo(reason: "it has no frames")
        }
        try require(
            times.count <= limits.packets && keyframes.count <= limits.packets
                && (0...limits.packets).contains(silentPackets),
            "it has \(times.count) frames")
        try require(
            credible.contains(first) && credible.contains(last), "its frames have no credible time")
        try require(
            zip(times, times.dropFirst()).allSatisfy(<), "the times of its frames do not ascend")
        try require((1...2 * limit).contains(lastDuration), "its last frame is shown for too long")
        try require(
            zip(keyframes, keyframes.dropFirst()).allSatisfy {
                $0.presentationTime <= $1.presentationTime
            }, "its keyframes are not in order")
        try require(
            keyframes.allSatisfy {
                credible.contains($0.presentationTime)
                    && $0.decodeTime.map(credible.contains) ?? true
            }, "its keyframes have no credible time")
    }

    fileprivate func validate(_ video: VideoInfo) throws(InvalidMediaInfo) {
        try require(
            video.frameCount == times.count && video.keyframeCount == keyframes.count,
            "the numbers of its frames do not agree")
        try require(
            video.start == .seconds(times[0], timeBase) && video.end == .seconds(end, timeBase),
            "its frames do not start and end with its video")
    }
}

extension Rational {
    fileprivate var magnitude: Rational { self < .zero ? .zero - self : self }

    /// Whether it fits libav's 32 bits.
    fileprivate var isWithinBounds: Bool {
        MediaBounds.fraction.contains(numerator) && MediaBounds.fraction.contains(denominator)
    }
}

extension LanguageTag {
    /// Whether text is a tag as this type writes it, which is safe in a path; `nil` is.
    fileprivate static func isShortest(_ text: String?) -> Bool {
        text.map { LanguageTag($0)?.tag == $0 } ?? true
    }
}
