internal import LibAV
internal import MediaModel
internal import MediaUnits

/// The findings about an upload's media info (docs/codes.md), and its ignored tracks.
struct ProbeFindings {
    private(set) var all: [Finding] = []
    private(set) var ignored: [IgnoredTrack] = []

    init(
        streams: [StreamInfo], videoTrack: StreamInfo?, video: VideoInfo?, audio: AudioTracks,
        scan: PacketScan, hasLocation: Bool
    ) {
        if let video { addVideo(video) }
        if let sizes = videoTrack.flatMap({ scan.tracks[$0.index]?.sizes }), sizes.count > 1 {
            add(
                .sizeChanges, .info,
                "The frame size changes within the video; all frames are scaled to one size.")
        }
        if videoTrack?.isDolbyVisionOnly ?? false {
            add(
                .dolbyVisionOnly, .warning,
                "The video has Dolby Vision colors only, which are not supported; they will be wrong."
            )
        }
        if hasLocation {
            add(
                .locationRemoved, .info,
                "The file contains its recording location, which is not published.")
        }
        if video == nil {
            add(.audioOnly, .warning, "The upload has audio, but no video.")
        } else if audio.used.isEmpty {
            add(.noAudio, .info, "The upload has no audio.")
        }
        addTracks(streams, videoTrack: videoTrack, audio: audio)
        if let videoTrack, let track = scan.tracks[videoTrack.index],
            let truncation = Truncation(videoTrack, track)
        {
            let from = Int(truncation.duration.rounded())
            let to = Int(min(truncation.declaredDuration, 1e9).rounded(.up))
            add(
                .truncated, .warning,
                "The file is truncated: its video is missing from second \(from) to \(to)."
            )
        }
        if scan.isJoined {
            add(
                .recordingsJoined, .info,
                "The timestamps restart within the file; its recordings are published in sequence.")
        }
        let corrupt = scan.tracks.values.reduce(0) { $0 + $1.corruptCount }
        if corrupt > 0 || scan.failure != nil {
            add(
                .damaged, .warning,
                "Parts of the file are corrupt; everything that can be decoded is used.")
        }
    }

    private mutating func add(
        _ code: Finding.Code, _ severity: Finding.Severity, _ message: String
    ) {
        all.append(Finding(code, severity, message))
    }

    private mutating func addVideo(_ video: VideoInfo) {
        let orientation = video.orientation
        if orientation != .upright {
            let rotation =
                "\(orientation.rotation) degrees clockwise\(orientation.isMirrored ? ", mirrored" : "")"
            add(
                .rotated, .info,
                "The video is stored rotated; it is published upright (\(rotation)).")
        }
        if video.sampleAspectRatio != Rational(1) {
            add(
                .anamorphic, .info,
                "The pixels are not square; the video is scaled to its display aspect ratio.")
        }
        if video.displaySize.width % 2 != 0 || video.displaySize.height % 2 != 0 {
            add(.oddSize, .info, "An odd width or height is rounded to an even number.")
        }
        if !video.frameRate.isConstant {
            add(
                .variableFrameRate, .info,
                "The frame rate varies; the output has a constant frame rate.")
        }
        if video.isInterlaced {
            add(.interlaced, .info, "The video is interlaced; it is deinterlaced.")
        }
        switch video.dynamicRange {
        case .pq: add(.pq, .info, "HDR (PQ) is converted to standard dynamic range.")
        case .hlg: add(.hlg, .info, "HDR (HLG) is converted to standard dynamic range.")
        case .sdr: break
        }
        if video.pixels.hasAlpha {
            add(.alpha, .info, "Transparent parts of the video become black.")
        }
    }

    private mutating func addTracks(
        _ streams: [StreamInfo], videoTrack: StreamInfo?, audio: AudioTracks
    ) {
        for audio in audio.undecodable {
            ignore(audio, "no decoder")
            let code: Finding.Code =
                audio.codec == "none" ? .audioIgnored : .ignored(codec: audio.codec)
            add(
                code, .warning,
                "An audio track (\(audio.codec)) cannot be decoded and is left out"
                    + (audio.needsAllFormats
                        ? "; with limits.formats: all in the preset it is decoded." : "."))
        }
        for audio in audio.shortened {
            add(
                .audioCut, .warning,
                "Audio (\(audio.codec)) behind a gap of more than 30 s after the end of the video"
                    + " is left out.")
        }
        for stream in streams where stream.kind != .audio && stream.index != videoTrack?.index {
            if stream.disposition.isAttachedPicture {
                add(.coverPicture, .info, "A cover image in the file is left out.")
            }
            // Text tracks are used.
            if CaptionTracks.supports(stream) { continue }
            let isVideo = stream.kind == .video
            let reason =
                stream.disposition.isAttachedPicture
                ? "a cover image" : isVideo ? "another video track" : "not used"
            ignore(stream, reason)
            if stream.kind == .subtitle {
                let isBitmap = Self.bitmapSubtitles.contains(stream.codec)
                add(
                    .subtitlesIgnored, .warning,
                    "A subtitle track (\(stream.codec)) is left out: "
                        + (isBitmap
                            ? "it consists of images, not of text."
                            : "its format is not supported.")
                )
            }
        }
    }

    /// libav's names of subtitle codecs that consist of images.
    private static let bitmapSubtitles: Set<String> = [
        "dvd_subtitle", "dvb_subtitle", "hdmv_pgs_subtitle", "xsub",
    ]

    private mutating func ignore(_ stream: StreamInfo, _ reason: String) {
        ignored.append(
            IgnoredTrack(
                stream: stream.index, kind: stream.kind.rawValue, codec: stream.codec,
                reason: reason))
    }
}
