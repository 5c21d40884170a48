internal import LibAV
internal import MediaModel
internal import MediaSandbox
internal import MediaUnits
internal import Planning
internal import Presets

/// The probe of an upload: reads its index or every packet once, and decodes a few frames.
struct Probe {
    let upload: Upload
    let content: UploadContent
    let limits: Limits
    let isStopped: @Sendable () -> Bool
    /// The size in bytes of the smallest upload of which only the index is read, if it lists all packets.
    var smallestIndexed = Probe.smallestIndexed

    /// Measures the upload.
    ///
    /// - Throws: `UploadError` if the upload is rejected.
    func run() throws -> ProbedUpload {
        do {
            return try measure()
        } catch let error as PlanningError {
            throw UploadError(error, upload: upload.name)
        }
    }

    private func measure() throws -> ProbedUpload {
        try rejectOtherFiles()
        let demuxer = try open()
        try limits.check(streams: demuxer.streamCount)
        let container = demuxer.formatName
        let streams = demuxer.streams
        let videoTracks = streams.filter { $0.kind == .video && !$0.disposition.isAttachedPicture }
        let audioTracks = streams.filter { $0.kind == .audio }
        let wanted = videoTracks + audioTracks
        guard !wanted.isEmpty else { throw noTracks }
        try rejectLongTimeBases(wanted)
        var captions = CaptionTracks(streams)
        let scan = try scan(demuxer, wanted, &captions)

        let videoTrack = try selectVideo(videoTracks, scan, container)
        let sample = try sample(videoTrack, audioTracks.filter(\.isDecodable), scan)
        let frames = try videoTrack.map { try frameIndex($0, scan, sample) }
        let video = try zip(videoTrack, frames).map {
            try videoInfo($0, $1, sample, scan.tracks[$0.index])
        }
        let videoSpan = video.map { $0.start...$0.end }
        let audio = AudioTracks(audioTracks, scan, sample, within: videoSpan)
        guard video != nil || !audio.used.isEmpty else { throw noUsableAudio(audioTracks) }

        let spans = audio.spans + (videoSpan.map { [$0] } ?? [])
        let start = spans.map(\.lowerBound).min() ?? .zero
        let end = spans.map(\.upperBound).max() ?? .zero
        captions.add(content.sidecars, from: Self.sidecarZero(container, start: start))
        let sources = captions.finish(video: videoTrack, end: (end * 1000).rounded)
        let findings = ProbeFindings(
            streams: streams, videoTrack: videoTrack, video: video, audio: audio, scan: scan,
            hasLocation: demuxer.hasLocation)
        let info = MediaInfo(
            container: container, byteCount: upload.size, sha256: content.sha256,
            start: start.inNanoseconds, duration: (end - start).inNanoseconds, video: video,
            audio: audio.used,
            captions: sources.map(\.info), ignored: findings.ignored,
            findings: findings.all + captions.findings)
        var probed = ProbedUpload(
            info: info, identity: content.identity, frames: frames,
            clocks: Self.clocks(audio.used, streams, scan, container), captions: sources)
        probed.isIndexed = scan.content == .none
        return probed
    }

    /// The containers that store the time of packets, and that libav seeks by it.
    private static let timedContainers: Set<String> = [
        "mov,mp4,m4a,3gp,3g2,mj2", "matroska,webm", "mpegts", "wav",
    ]

    /// Returns the clocks of the tracks whose samples can be decoded from any packet on.
    private static func clocks(
        _ tracks: [AudioInfo], _ streams: [StreamInfo], _ scan: PacketScan, _ container: String
    ) -> [Int: SampleClock] {
        guard timedContainers.contains(container), !scan.isJoined, scan.failure == nil else {
            return [:]
        }
        return tracks.reduce(into: [:]) { clocks, audio in
            guard let track = scan.tracks[audio.stream], !track.lacksTimes else { return }
            clocks[audio.stream] = SampleClock(
                of: track.times,
                isContinuousPCM: track.isContiguous && audio.codec.hasPrefix("pcm_"),
                timeBase: streams[audio.stream].timeBase, sampleRate: audio.sampleRate)
        }
    }

    /// Returns the time 0 of sidecars, in milliseconds of the upload's timestamps.
    ///
    /// Sidecars are written for the time that players show. Timestamps of MPEG streams start at any value, and players
    /// count from the first frame; in other containers they count from timestamp 0.
    private static func sidecarZero(_ container: String, start: Rational) -> Int {
        ["mpegts", "mpeg"].contains(container) ? (start * 1000).rounded : 0
    }

    /// Rejects tracks whose time base is longer than `MediaBounds.tick`.
    private func rejectLongTimeBases(_ streams: [StreamInfo]) throws {
        guard let stream = streams.first(where: { $0.timeBase > MediaBounds.tick }) else { return }
        throw upload.error(
            .timesUnusable, "the time base of its track \(stream.index) is longer than an hour",
            advice: "convert it, then upload the result")
    }

    /// Decodes the first frames and one in the middle; a decoder that rejects the headers means that they are corrupt.
    private func sample(
        _ videoTrack: StreamInfo?, _ audioTracks: [StreamInfo], _ scan: PacketScan
    ) throws -> FrameSample {
        // Times of joined recordings are valid only when reading from the beginning.
        let keyframes =
            videoTrack.flatMap { scan.isJoined ? nil : scan.tracks[$0.index]?.keyframes } ?? []
        let demuxer = try upload.demuxer(analyze: false, stopWhen: isStopped)
        do {
            return try FrameSample(
                demuxer, video: videoTrack, audioTracks: audioTracks,
                middle: MiddleFrame.keyframe(of: keyframes), isStopped: isStopped)
        } catch let error as LibAVError where !error.isInterrupted && !error.isOutOfMemory {
            throw upload.error(
                .damaged, "its tracks cannot be decoded (\(error.reason))",
                advice: "check that the file plays, then upload it again")
        }
    }

    func open() throws -> Demuxer {
        do {
            return try upload.demuxer(
                analyze: true, maximumStreams: limits.streams + 1, stopWhen: isStopped)
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
                    advice: "upload it again; the transfer or the recording was interrupted")
            }
            throw upload.error(
                .notMedia, "not a supported container of audio or video (\(error.reason))",
                advice: "upload a video file")
        }
    }

    private func rejectOtherFiles() throws {
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

    /// Returns the decodable video track with the most frames: phones add tracks of two or three still images.
    private func selectVideo(
        _ videoTracks: [StreamInfo], _ scan: PacketScan, _ container: String
    ) throws -> StreamInfo? {
        guard !videoTracks.isEmpty else { return nil }
        func count(_ stream: StreamInfo) -> Int { scan.tracks[stream.index]?.packetCount ?? 0 }
        let byLength = videoTracks.sorted { (count($0), -$0.index) > (count($1), -$1.index) }
        guard let longest = byLength.first(where: \.isDecodable) else {
            throw noDecoder(
                for: byLength, kind: "video", codecs: "H.264, HEVC, VP9 or AV1",
                ifExcluded: .videoFormatExcluded)
        }
        guard let track = scan.tracks[longest.index], track.packetCount > 0 else {
            throw upload.error(
                .truncated, "its video track has no frames", advice: "upload it again")
        }
        if track.isEncrypted {
            throw upload.error(
                .encrypted, "its video is encrypted", advice: "upload an unencrypted file")
        }
        if container == "gif", track.packetCount == 1 {
            throw upload.error(
                .stillImage, "a still image (GIF), not a video", advice: "upload a video file")
        }
        try rejectIfTruncated(longest, track)
        if let least = track.sizes.min(by: { $0.pixelCount < $1.pixelCount }) {
            try limits.check(pixelsOf: least)
        }
        // Before decoding, since the frame times of some files are measured by decoding the whole video.
        try limits.check(
            frames: track.packetCount,
            of: track.sizes.max { $0.pixelCount < $1.pixelCount } ?? longest.size, in: upload.size)
        return longest
    }

    /// Rejects a file with less than 90 % of what its index declares.
    private func rejectIfTruncated(_ stream: StreamInfo, _ track: PacketScan.Track) throws {
        guard let truncation = Truncation(stream, track), truncation.share < 0.9 else { return }
        throw upload.error(
            .truncated,
            "the file ends after \(Int(100 * truncation.share)) % of its"
                + " \(Int(min(truncation.declaredDuration, 1e9).rounded())) seconds",
            advice: "upload it again; the transfer was interrupted")
    }

    private func frameIndex(
        _ stream: StreamInfo, _ scan: PacketScan, _ sample: FrameSample
    ) throws -> FrameIndex {
        guard let first = sample.frameTimes.min() else {
            // Decoders reject far too large frames; then only the header has the size.
            try limits.check(pixelsOf: stream.size)
            if sample.hasLargeFrames { throw limits.tooManyPixels("its video") }
            throw upload.error(
                .damaged, "no frame of its video (\(stream.codec)) could be decoded",
                advice: "check that the file plays, then upload it again")
        }
        guard let track = scan.tracks[stream.index] else { throw noTracks }
        let times = Set(track.times).filter { $0 >= first }.sorted()
        let isReliable =
            !track.lacksTimes
            && sample.frameTimes.sorted().elementsEqual(times.prefix(sample.frameTimes.count))
        if isReliable {
            let lastDuration = Self.lastDuration(of: times, declared: track.lastDuration)
            return FrameIndex(
                timeBase: stream.timeBase, times: times, lastDuration: lastDuration,
                keyframes: track.keyframes.sorted { $0.presentationTime < $1.presentationTime },
                isSeekable: !scan.isJoined, hiddenPackets: track.packetCount - times.count)
        }
        // Packet times are not frame times (AVI has none, field-coded H.264 has two packets a frame): decoded frames
        // have the times.
        let decoded = try FrameSample.allTimes(open(), video: stream, isStopped: isStopped)
        try limits.check(packets: decoded.count)
        return FrameIndex(
            timeBase: stream.timeBase, times: decoded,
            lastDuration: Self.lastDuration(of: decoded, declared: 0),
            keyframes: [], isSeekable: false)
    }

    /// Returns the declared duration of the last packet if it is plausible, else the median gap.
    private static func lastDuration(of times: [Int], declared: Int) -> Int {
        let gaps = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
        guard !gaps.isEmpty else { return max(1, declared) }
        let usual = gaps[gaps.count / 2]
        return declared > 0 && declared <= max(100 * usual, gaps[gaps.count - 1])
            ? declared : usual
    }

    private func videoInfo(
        _ stream: StreamInfo, _ frames: FrameIndex, _ sample: FrameSample,
        _ track: PacketScan.Track?
    ) throws -> VideoInfo {
        guard let frame = sample.video else { throw noTracks }
        try limits.check(sidesOf: frame.size)
        // An implausible sample aspect ratio is treated as 1:1.
        let stated = stream.sampleAspectRatio ?? frame.sampleAspectRatio
        let aspect =
            stated.flatMap { MediaBounds.aspectRatio.contains($0) ? $0 : nil } ?? Rational(1)
        let orientation = Orientation(displayMatrix: stream.displayMatrix)
        let squared = Resolution(
            width: max(1, (aspect * frame.size.width).rounded), height: frame.size.height)
        let rate = FrameRateEstimate.info(
            times: frames.times, lastDuration: frames.lastDuration, timeBase: frames.timeBase)
        return VideoInfo(
            stream: stream.index, codec: stream.codec, profile: stream.profile,
            codedSize: frame.size, sampleAspectRatio: aspect, orientation: orientation,
            displaySize: orientation.applied(to: squared), pixels: frame.pixels,
            dynamicRange: .init(transfer: frame.pixels.transfer),
            isInterlaced: sample.isInterlaced, frameRate: rate, frameCount: frames.times.count,
            keyframeCount: frames.keyframes.count,
            start: .seconds(frames.times.first ?? 0, frames.timeBase),
            end: .seconds(frames.end, frames.timeBase), content: content(frames, sample, track))
    }

    private func content(
        _ frames: FrameIndex, _ sample: FrameSample, _ track: PacketScan.Track?
    ) -> ContentInfo {
        let (start, middle) = (sample.content.sample, sample.middle)
        let span = frames.timeBase * (frames.end - (frames.times.first ?? frames.end))
        return ContentInfo(
            kind: ContentRule.kind(start: start, middle: middle), start: start, middle: middle,
            // Samples of a hostile file may overlap, so that they have more bytes than the file.
            peakBitrate: span < Rational(2)
                ? nil : track.map { min($0.peakBitrate, 4 * upload.size) })
    }

    private var noTracks: UploadError {
        upload.error(.noTracks, "it has neither video nor audio", advice: "upload a video file")
    }

    /// Returns the error of tracks without a decoder, or whose decoders the preset disables.
    private func noDecoder(
        for tracks: [StreamInfo], kind: String, codecs: String,
        ifExcluded condition: UploadError.Condition
    ) -> UploadError {
        guard let legacy = tracks.first(where: \.needsAllFormats) else {
            return upload.error(
                .noDecoder, "this build has no decoder for its \(kind) (\(tracks[0].codec))",
                advice: "convert it to \(codecs)")
        }
        return upload.error(
            .noDecoder,
            "the decoder for its \(kind) (\(legacy.codec)) is disabled by limits.formats: modern",
            advice: "set limits.formats: all in the preset, or convert it to \(codecs)",
            condition: condition)
    }

    private func noUsableAudio(_ audioTracks: [StreamInfo]) -> UploadError {
        if audioTracks.contains(where: \.needsAllFormats) {
            return noDecoder(
                for: audioTracks, kind: "audio", codecs: "AAC", ifExcluded: .audioFormatExcluded)
        }
        let codecs = audioTracks.map(\.codec).joined(separator: ", ")
        return upload.error(
            .noDecoder, "it has no video, and its audio (\(codecs)) cannot be decoded",
            advice: "convert it to AAC")
    }
}

extension VideoInfo.DynamicRange {
    /// Creates the dynamic range of ITU-T H.273 transfer characteristics: 16 is PQ (SMPTE ST 2084), 18 HLG (ARIB
    /// STD-B67).
    init(transfer: String?) {
        self =
            switch transfer {
            case "smpte2084": .pq
            case "arib-std-b67": .hlg
            default: .sdr
            }
    }
}

/// Returns both values if neither is `nil`.
private func zip<A, B>(_ a: A?, _ b: B?) -> (A, B)? {
    guard let a, let b else { return nil }
    return (a, b)
}
