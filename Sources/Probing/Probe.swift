internal import LibAV
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Planning
internal import Presets

/// Measures an upload: reads every packet header once and decodes a few frames.
struct Probe {
    let upload: Upload
    let content: UploadContent
    let limits: Limits
    let isStopped: @Sendable () -> Bool

    /// - Throws: `UploadError` if nothing can be made of the upload, with the reason.
    func run() throws -> ProbedUpload {
        do {
            return try measure()
        } catch let refusal as Refusal {
            throw upload.error(refusal.code, refusal.reason, advice: refusal.advice)
        }
    }

    private func measure() throws -> ProbedUpload {
        try refuseWhatIsNoMedia()
        let demuxer = try open()
        try limits.check(streams: demuxer.streamCount)
        let container = demuxer.formatName
        let streams = demuxer.streams
        let pictures = streams.filter { $0.kind == .video && !$0.disposition.isAttachedPicture }
        let audioTracks = streams.filter { $0.kind == .audio }
        let wanted = pictures + audioTracks
        guard !wanted.isEmpty else { throw noTracks }
        try refuseSlowClocks(wanted)
        var captions = CaptionTracks(streams)
        demuxer.select(Set((wanted + streams.filter(CaptionTracks.reads)).map(\.index)))
        let scan = try PacketScan(demuxer, streams: wanted, limits, isStopped: isStopped) {
            captions.add($0)
        }

        let picture = try chooseVideo(pictures, scan, container)
        let sample = try sample(picture, audioTracks.filter(\.isDecodable))
        let frames = try picture.map { try frameIndex($0, scan, sample) }
        let video = try zip(picture, frames).map { try videoInfo($0, $1, sample) }
        let bounds = video.map { $0.start...$0.end }
        let audio = AudioTracks(audioTracks, scan, sample, within: bounds)
        guard video != nil || !audio.kept.isEmpty else { throw noUsableAudio(audioTracks) }

        let spans = audio.spans + (bounds.map { [$0] } ?? [])
        let start = spans.map(\.lowerBound).min() ?? .zero
        let end = spans.map(\.upperBound).max() ?? .zero
        captions.add(content.sidecars, from: Self.sidecarZero(container, start: start))
        let sources = captions.finish(picture: picture, end: (end * 1000).rounded)
        let notices = InfoNotices(
            streams: streams, picture: picture, video: video, audio: audio, scan: scan,
            tellsPlace: demuxer.hasLocation)
        let info = MediaInfo(
            container: container, byteCount: upload.size, sha256: content.sha256,
            start: start.inNanoseconds, duration: (end - start).inNanoseconds, video: video,
            audio: audio.kept,
            captions: sources.map(\.info), ignored: notices.ignored,
            notices: notices.all + captions.notices)
        return ProbedUpload(info: info, frames: frames, captions: sources)
    }

    /// Where the clock of captions beside the upload starts, in milliseconds of the upload's own.
    ///
    /// Clocks of MPEG streams start anywhere, and players count from the first picture; in other containers they count
    /// from the clock's zero, and captions were written by what players show.
    private static func sidecarZero(_ container: String, start: Rational) -> Int {
        ["mpegts", "mpeg"].contains(container) ? (start * 1000).rounded : 0
    }

    /// Refuses tracks whose time base is longer than `MediaBounds.tick`.
    private func refuseSlowClocks(_ streams: [StreamInfo]) throws {
        guard let stream = streams.first(where: { $0.timeBase > MediaBounds.tick }) else { return }
        throw upload.error(
            .timesUnusable, "the time base of its track \(stream.index) is longer than an hour",
            advice: "convert it, then upload the result")
    }

    /// A decoder that refuses what the headers hold says that they are damaged.
    private func sample(_ picture: StreamInfo?, _ audioTracks: [StreamInfo]) throws -> FrameSample {
        let demuxer = try upload.demuxer(analyse: false, stopWhen: isStopped)
        do {
            return try FrameSample(
                demuxer, picture: picture, audioTracks: audioTracks, isStopped: isStopped)
        } catch let error as LibAVError where !error.isInterrupted && !error.isOutOfMemory {
            throw upload.error(
                .damaged, "its tracks cannot be decoded (\(error.reason))",
                advice: "check that the file plays, then upload it again")
        }
    }

    private func open() throws -> Demuxer {
        do {
            return try upload.demuxer(
                analyse: true, maximumStreams: limits.streams + 1, stopWhen: isStopped)
        } catch let error as LibAVError where !error.isInterrupted {
            if error.isForTooManyStreams { throw limits.tooManyStreams(limits.streams + 1) }
            if error.isOutOfMemory { throw error }
            if error.isNotPermitted {
                throw upload.error(
                    .notMedia, "it refers to other files, which are never opened",
                    advice: "upload the video itself")
            }
            if try upload.isMissingIndex() {
                throw upload.error(
                    .truncated, "the file ends before its index (moov)",
                    advice: "upload it again; the transfer or the recording was cut off")
            }
            throw upload.error(
                .notMedia, "no container of audio or video that is accepted (\(error.reason))",
                advice: "upload a video file")
        }
    }

    private func refuseWhatIsNoMedia() throws {
        guard upload.size > 0 else {
            throw upload.error(.empty, "the file has no bytes", advice: "upload it again")
        }
        switch MediaSignature(try upload.head(MediaSignature.length)) {
        case .stillImage(let kind):
            throw upload.error(
                .stillImage, "a still image (\(kind)), not a video", advice: "upload a video file")
        case .playlist:
            throw upload.error(
                .notMedia, "a playlist or description that names other files, not a video",
                advice: "upload the video itself")
        case .text:
            throw upload.error(.notMedia, "text, not a video", advice: "upload a video file")
        case .video, .unknown: break
        }
    }

    /// The decodable track with the most pictures: phones add tracks of two or three stills.
    private func chooseVideo(
        _ pictures: [StreamInfo], _ scan: PacketScan, _ container: String
    ) throws -> StreamInfo? {
        guard !pictures.isEmpty else { return nil }
        func count(_ stream: StreamInfo) -> Int { scan.tracks[stream.index]?.packetCount ?? 0 }
        let byLength = pictures.sorted { (count($0), -$0.index) > (count($1), -$1.index) }
        guard let longest = byLength.first(where: \.isDecodable) else {
            throw noDecoder(for: byLength, called: "video", advice: "H.264, HEVC, VP9 or AV1")
        }
        guard let track = scan.tracks[longest.index], track.packetCount > 0 else {
            throw upload.error(
                .truncated, "its video track has no pictures", advice: "upload it again")
        }
        if track.isEncrypted {
            throw upload.error(
                .encrypted, "its pictures are encrypted", advice: "upload a file without protection"
            )
        }
        if container == "gif", track.packetCount == 1 {
            throw upload.error(
                .stillImage, "a still image (GIF), not a video", advice: "upload a video file")
        }
        try refuseIfTruncated(longest, track)
        if let least = track.sizes.min(by: { $0.pixelCount < $1.pixelCount }) {
            try limits.check(pixelsOf: least)
        }
        // Before anything is decoded, since the times of some have to be found by decoding all.
        try limits.check(
            pictures: track.packetCount,
            of: track.sizes.max { $0.pixelCount < $1.pixelCount } ?? longest.size, in: upload.size)
        return longest
    }

    /// Refuses a file whose index tells of much more than there is.
    private func refuseIfTruncated(_ stream: StreamInfo, _ track: PacketScan.Track) throws {
        guard let cut = Truncation(stream, track), cut.share < 0.9 else { return }
        throw upload.error(
            .truncated,
            "the file ends after \(Int(100 * cut.share)) % of its"
                + " \(Int(min(cut.announced, 1e9).rounded())) seconds",
            advice: "upload it again; the transfer was cut off")
    }

    private func frameIndex(
        _ stream: StreamInfo, _ scan: PacketScan, _ sample: FrameSample
    ) throws -> FrameIndex {
        guard let first = sample.frameTimes.min() else {
            // Decoders refuse what is far too large; then only the header is left to say why.
            try limits.check(pixelsOf: stream.size)
            if sample.hasLargeFrames { throw limits.tooManyPixels("its picture") }
            throw upload.error(
                .damaged, "not one picture of its video (\(stream.codec)) could be decoded",
                advice: "check that the file plays, then upload it again")
        }
        guard let track = scan.tracks[stream.index] else { throw noTracks }
        let times = Set(track.times).filter { $0 >= first }.sorted()
        let isReliable =
            !track.lacksTimes
            && sample.frameTimes.sorted().elementsEqual(times.prefix(sample.frameTimes.count))
        if isReliable {
            let lastDuration = Self.lastDuration(of: times, announced: track.lastDuration)
            return FrameIndex(
                timeBase: stream.timeBase, times: times, lastDuration: lastDuration,
                keyframes: track.keyframes.sorted { $0.presentationTime < $1.presentationTime },
                isSeekable: !scan.isJoined, silentPackets: track.packetCount - times.count)
        }
        // Packets and pictures do not go together (no times in AVI, two packets a picture in field-coded H.264): the
        // pictures themselves say when they are shown.
        let decoded = try FrameSample.allTimes(open(), picture: stream, isStopped: isStopped)
        try limits.check(packets: decoded.count)
        return FrameIndex(
            timeBase: stream.timeBase, times: decoded,
            lastDuration: Self.lastDuration(of: decoded, announced: 0),
            keyframes: [], isSeekable: false)
    }

    /// What the last packet says, if that is believable beside the usual gap.
    private static func lastDuration(of times: [Int], announced: Int) -> Int {
        let gaps = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
        guard !gaps.isEmpty else { return max(1, announced) }
        let usual = gaps[gaps.count / 2]
        return announced > 0 && announced <= max(100 * usual, gaps[gaps.count - 1])
            ? announced : usual
    }

    private func videoInfo(
        _ stream: StreamInfo, _ frames: FrameIndex, _ sample: FrameSample
    ) throws -> VideoInfo {
        guard let picture = sample.picture else { throw noTracks }
        try limits.check(sidesOf: picture.size)
        // Pixels whose shape is not credible are taken for square.
        let stated = stream.sampleAspectRatio ?? picture.sampleAspectRatio
        let aspect =
            stated.flatMap { MediaBounds.aspectRatio.contains($0) ? $0 : nil } ?? Rational(1)
        let orientation = Orientation(displayMatrix: stream.displayMatrix)
        let squared = Resolution(
            width: max(1, (aspect * picture.size.width).rounded), height: picture.size.height)
        let rate = FrameRateEstimate.info(
            times: frames.times, lastDuration: frames.lastDuration, timeBase: frames.timeBase)
        return VideoInfo(
            stream: stream.index, codec: stream.codec, profile: stream.profile,
            codedSize: picture.size, sampleAspectRatio: aspect, orientation: orientation,
            displaySize: orientation.applied(to: squared), pixels: picture.pixels,
            dynamicRange: .init(transfer: picture.pixels.transfer),
            isInterlaced: sample.isInterlaced, frameRate: rate, frameCount: frames.times.count,
            keyframeCount: frames.keyframes.count,
            start: .seconds(frames.times.first ?? 0, frames.timeBase),
            end: .seconds(frames.end, frames.timeBase))
    }

    private var noTracks: UploadError {
        upload.error(.noTracks, "it has neither video nor audio", advice: "upload a video file")
    }

    /// None of the tracks can be decoded: for want of a decoder, or as the preset leaves the codec out.
    private func noDecoder(
        for tracks: [StreamInfo], called kind: String, advice codecs: String
    ) -> UploadError {
        guard let legacy = tracks.first(where: \.needsAllFormats) else {
            return upload.error(
                .noDecoder, "this build has no decoder for its \(kind) (\(tracks[0].codec))",
                advice: "convert it to \(codecs)")
        }
        return upload.error(
            .noDecoder,
            "the decoder for its \(kind) (\(legacy.codec)) is switched off, as limits.formats is modern",
            advice: "write limits.formats: all in the preset or use --formats all,"
                + " or convert it to \(codecs)")
    }

    private func noUsableAudio(_ audioTracks: [StreamInfo]) -> UploadError {
        if audioTracks.contains(where: \.needsAllFormats) {
            return noDecoder(for: audioTracks, called: "sound", advice: "AAC")
        }
        let codecs = audioTracks.map(\.codec).joined(separator: ", ")
        return upload.error(
            .noDecoder, "it has no video, and its sound (\(codecs)) cannot be decoded",
            advice: "convert it to AAC")
    }
}

extension VideoInfo.DynamicRange {
    /// ITU-T H.273 transfer characteristics 16 (SMPTE ST 2084) and 18 (ARIB STD-B67).
    init(transfer: String?) {
        self =
            switch transfer {
            case "smpte2084": .pq
            case "arib-std-b67": .hlg
            default: .sdr
            }
    }
}

/// Both or neither.
private func zip<A, B>(_ a: A?, _ b: B?) -> (A, B)? {
    guard let a, let b else { return nil }
    return (a, b)
}
