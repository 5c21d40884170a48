internal import LibAV
internal import MediaModel
internal import MediaUnits

/// The findings about an upload's media info (docs/codes.md), and its ignored tracks.
struct ProbeFindings {
    private(set) var all: [MediaFinding] = []
    private(set) var ignored: [IgnoredTrack] = []

    init(
        streams: [StreamInfo], videoTrack: StreamInfo?, video: VideoInfo?, audio: AudioTracks,
        scan: PacketScan, hasLocation: Bool
    ) {
        if let video { addVideo(video) }
        if let sizes = videoTrack.flatMap({ scan.tracks[$0.index]?.sizes }), sizes.count > 1 {
            add(
                "SIZE_CHANGES", .info,
                "The frame size changes within the video; all frames are scaled to one size.")
        }
        if videoTrack?.isDolbyVisionOnly ?? false {
            add(
                "DOLBY_VISION_ONLY", .warning,
                "The video has Dolby Vision colors only, which are not supported; they will be wrong."
            )
        }
        if hasLocation {
            add(
                "LOCATION_REMOVED", .info,
                "The file contains its recording location, which is not published.")
        }
        if video == nil {
            add("AUDIO_ONLY", .warning, "The upload has audio, but no video.")
        } else if audio.used.isEmpty {
            add("NO_AUDIO", .info, "The upload has no audio.")
        }
        addTracks(streams, videoTrack: videoTrack, audio: audio)
        if let videoTrack, let track = scan.tracks[videoTrack.index],
            let truncation = Truncation(videoTrack, track)
        {
            let from = Int(truncation.duration.rounded())
            let to = Int(min(truncation.declaredDuration, 1e9).rounded(.up))
            add(
                "TRUNCATED", .warning,
                "The file is truncated: its video is missing from second \(from) to \(to)."
            )
        }
        if scan.isJoined {
            add(
                "RECORDINGS_JOINED", .info,
                "The timestamps restart within the file; its recordings are published in sequence.")
        }
        let corrupt = scan.tracks.values.reduce(0) { $0 + $1.corruptCount }
        if corrupt > 0 || scan.failure != nil {
            add(
                "DAMAGED", .warning,
                "Parts of the file are corrupt; everything that can be decoded is used.")
        }
    }

    private mutating func add(_ code: String, _ severity: MediaFinding.Severity, _ message: String)
    {
        all.append(MediaFinding(code, severity, message))
    }

    private mutating func addVideo(_ video: VideoInfo) {
        let orientation = video.orientation
        if orientation != .upright {
            let rotation =
                "\(orientation.rotation) degrees clockwise\(orientation.isMirrored ? ", mirrored" : "")"
            add(
                "ROTATED", .info,
                "The video is stored rotated; it is published upright (\(rotation)).")
        }
        if video.sampleAspectRatio != Rational(1) {
            add(
                "ANAMORPHIC", .info,
                "The pixels are not square; the video is scaled to its display aspect ratio.")
        }
        if video.displaySize.width % 2 != 0 || video.displaySize.height % 2 != 0 {
            add("ODD_SIZE", .info, "An odd width or height is rounded to an even number.")
        }
        if !video.frameRate.isConstant {
            add("VFR", .info, "The frame rate varies; the output has a constant frame rate.")
        }
        if video.isInterlaced {
            add("INTERLACED", .info, "The video is interlaced; it is deinterlaced.")
        }
        switch video.dynamicRange {
        case .pq: add("HDR_PQ", .info, "HDR (PQ) is converted to standard dynamic range.")
        case .hlg: add("HDR_HLG", .info, "HDR (HLG) is converted to standard dynamic range.")
        case .sdr: break
        }
        if video.pixels.hasAlpha {
            add("ALPHA", .info, "Transparent parts of the video become black.")
        }
    }

    private mutating func addTracks(
        _ streams: [StreamInfo], videoTrack: StreamInfo?, audio: AudioTracks
    ) {
        for audio in audio.undecodable {
            ignore(audio, "no decoder")
            let code =
                audio.codec == "none" ? "AUDIO_IGNORED" : "\(audio.codec.uppercased())_IGNORED"
            add(
                code, .warning,
                "An audio track (\(audio.codec)) cannot be decoded and is left out"
                    + (audio.needsAllFormats
                        ? "; with limits.formats: all in the preset it is decoded." : "."))
        }
        for audio in audio.shortened {
            add(
                "AUDIO_CUT", .warning,
                "Audio (\(audio.codec)) behind a gap of more than 30 s after the end of the video"
                    + " is left out.")
        }
        for stream in streams where stream.kind != .audio && stream.index != videoTrack?.index {
            if stream.disposition.isAttachedPicture {
                add("COVER_PICTURE", .info, "A cover image in the file is left out.")
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
                    "SUBTITLES_IGNORED", .warning,
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
