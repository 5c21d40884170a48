internal import LibAV
internal import MediaModel
internal import MediaUnits

/// The info that somebody should know, each with its stable code (docs/codes.md) and a sentence.
struct InfoNotices {
    private(set) var all: [MediaFinding] = []
    private(set) var ignored: [IgnoredTrack] = []

    init(
        streams: [StreamInfo], picture: StreamInfo?, video: VideoInfo?, audio: AudioTracks,
        scan: PacketScan, tellsPlace: Bool
    ) {
        if let video { addFrame(video) }
        if let sizes = picture.flatMap({ scan.tracks[$0.index]?.sizes }), sizes.count > 1 {
            add(
                "SIZE_CHANGES", .info,
                "The picture changes its size on the way; all of it is made one size.")
        }
        if picture?.isDolbyVisionOnly ?? false {
            add(
                "DOLBY_VISION_ONLY", .warning,
                "Its colors are in a form that only decoders of Dolby's read; they come out wrong."
            )
        }
        if tellsPlace {
            add(
                "LOCATION_REMOVED", .info,
                "The file tells where it was recorded; what is published does not.")
        }
        if video == nil {
            add("AUDIO_ONLY", .warning, "The upload has sound, but no moving picture.")
        } else if audio.kept.isEmpty {
            add("NO_AUDIO", .info, "The upload has no sound.")
        }
        addTracks(streams, picture: picture, audio: audio)
        if let picture, let track = scan.tracks[picture.index],
            let cut = Truncation(picture, track)
        {
            let from = Int(cut.measured.rounded())
            let to = Int(min(cut.announced, 1e9).rounded(.up))
            add(
                "TRUNCATED", .warning,
                "The file ends early: of its pictures, those from second \(from) to \(to) are missing."
            )
        }
        if scan.isJoined {
            add(
                "RECORDINGS_JOINED", .info,
                "Its clock starts again on the way; what it counts is shown one after the other.")
        }
        let corrupt = scan.tracks.values.reduce(0) { $0 + $1.corruptCount }
        if corrupt > 0 || scan.failure != nil {
            add("DAMAGED", .warning, "Parts of the file are damaged; what can be decoded is used.")
        }
    }

    private mutating func add(_ code: String, _ severity: MediaFinding.Severity, _ message: String)
    {
        all.append(MediaFinding(code, severity, message))
    }

    private mutating func addFrame(_ video: VideoInfo) {
        let orientation = video.orientation
        if orientation != .upright {
            let turn =
                "\(orientation.rotation) degrees clockwise\(orientation.isMirrored ? ", mirrored" : "")"
            add("ROTATED", .info, "The picture is stored turned; it is shown upright (\(turn)).")
        }
        if video.sampleAspectRatio != Rational(1) {
            add(
                "ANAMORPHIC", .info,
                "Its pixels are not square; the picture is stretched to its true shape.")
        }
        if video.displaySize.width % 2 != 0 || video.displaySize.height % 2 != 0 {
            add("ODD_SIZE", .info, "An odd width or height is made even.")
        }
        if !video.frameRate.isConstant {
            add("VFR", .info, "Its frame rate varies; the output has a constant one.")
        }
        if video.isInterlaced {
            add("INTERLACED", .info, "The picture is interlaced; it is made progressive.")
        }
        switch video.dynamicRange {
        case .pq: add("HDR_PQ", .info, "HDR (PQ) is converted to standard dynamic range.")
        case .hlg: add("HDR_HLG", .info, "HDR (HLG) is converted to standard dynamic range.")
        case .sdr: break
        }
        if video.pixels.hasAlpha {
            add("ALPHA", .info, "Transparent parts of the picture become black.")
        }
    }

    private mutating func addTracks(
        _ streams: [StreamInfo], picture: StreamInfo?, audio: AudioTracks
    ) {
        for audio in audio.undecodable {
            ignore(audio, "no decoder")
            let code =
                audio.codec == "none" ? "AUDIO_IGNORED" : "\(audio.codec.uppercased())_IGNORED"
            add(
                code, .warning,
                "A sound track (\(audio.codec)) cannot be decoded and is left out"
                    + (audio.needsAllFormats ? "; limits.formats: all would decode it." : "."))
        }
        for audio in audio.cut {
            add(
                "AUDIO_CUT", .warning,
                "What a sound track (\(audio.codec)) has behind a gap of more than 30 s"
                    + " after the pictures' end is left out.")
        }
        for stream in streams where stream.kind != .audio && stream.index != picture?.index {
            if stream.disposition.isAttachedPicture {
                add("COVER_PICTURE", .info, "A picture that comes with the file is left out.")
            }
            // What is text is used.
            if CaptionTracks.reads(stream) { continue }
            let isPicture = stream.kind == .video
            let reason =
                stream.disposition.isAttachedPicture
                ? "a cover picture" : isPicture ? "another picture track" : "not used"
            ignore(stream, reason)
            if stream.kind == .subtitle {
                let isBitmap = Self.bitmapSubtitles.contains(stream.codec)
                add(
                    "SUBTITLES_IGNORED", .warning,
                    "A subtitle track (\(stream.codec)) is left out: "
                        + (isBitmap
                            ? "it consists of pictures, not of text."
                            : "it cannot be read as text.")
                )
            }
        }
    }

    /// libav's names of subtitles that are drawn already.
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
