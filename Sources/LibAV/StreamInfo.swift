internal import CLibAV
internal import CLibAVShim
public import MediaUnits

/// What a container says about one of its streams; plain values, copied out of libav.
public struct StreamInfo: Sendable {
    public enum Kind: String, Codable, Sendable {
        case video, audio, subtitle, data, attachment, unknown
    }

    public let index: Int
    public let kind: Kind
    /// libav's name of the codec: `h264`, `aac`; the container's, `vvc1`, for one that libav does not know; else `none`.
    public let codec: String
    /// `High`, `LC`; `nil` if not known.
    public let profile: String?
    public let timeBase: Rational
    /// Ticks of the time base; `nil` if the container does not say.
    public let startTime: Int?
    /// Ticks of the time base, as the header says, which may lie; `nil` if it does not say.
    public let duration: Int?
    /// Frames that the header announces, which may lie; 0 if it does not say.
    public let announcedFrameCount: Int
    /// ISO 639 as the container spells it.
    public let language: String?
    public let title: String?
    public let disposition: Disposition
    /// Some decoder of the demuxer's formats can decode it.
    public let isDecodable: Bool
    /// No decoder of the demuxer's formats can decode it, but one of `FormatSet.all` can.
    public let needsAllFormats: Bool

    /// Coded pixels; 0x0 where there are none.
    public let size: Resolution
    public let sampleAspectRatio: Rational?
    /// Nine numbers of the display matrix (libavutil/display.h): 16.16 fixed point, the last column 2.30.
    public let displayMatrix: [Int32]?
    public let averageFrameRate: Rational?
    /// libav's guess at the rate at which all timestamps can be shown exactly.
    public let realFrameRate: Rational?
    /// Dolby Vision whose base layer is neither HDR10, HLG nor SDR, as in profile 5.
    public let isDolbyVisionOnly: Bool

    public let sampleRate: Int
    public let channelCount: Int

    /// What the container says once for all of a subtitle track, such as the styles of ASS; empty for other streams, and
    /// where it is beyond any honest size.
    public let subtitleHeader: [UInt8]

    /// What a stream is for, as its container says.
    public struct Disposition: Sendable, Hashable {
        public let isDefault: Bool
        public let isAttachedPicture: Bool
        public let isForced: Bool
        public let isHearingImpaired: Bool
        public let isVisualImpaired: Bool
        public let isTimedThumbnails: Bool
    }

    init(_ stream: UnsafePointer<AVStream>, _ formats: FormatSet) {
        let parameters = stream.pointee.codecpar.pointee
        index = Int(stream.pointee.index)
        kind =
            switch parameters.codec_type {
            case AVMEDIA_TYPE_VIDEO: .video
            case AVMEDIA_TYPE_AUDIO: .audio
            case AVMEDIA_TYPE_SUBTITLE: .subtitle
            case AVMEDIA_TYPE_DATA: .data
            case AVMEDIA_TYPE_ATTACHMENT: .attachment
            default: .unknown
            }
        codec = Self.codec(parameters)
        profile = avcodec_profile_name(parameters.codec_id, parameters.profile).map {
            String(cString: $0)
        }
        timeBase = Rational(positive: stream.pointee.time_base) ?? Rational(1, 90_000)
        startTime =
            stream.pointee.start_time == vt_no_timestamp ? nil : Int(stream.pointee.start_time)
        duration = stream.pointee.duration > 0 ? Int(stream.pointee.duration) : nil
        announcedFrameCount = Int(stream.pointee.nb_frames)
        language = Self.tag("language", stream)
        title = Self.tag("title", stream)
        disposition = Disposition(stream.pointee.disposition)
        isDecodable = Decoder.find(parameters.codec_id, formats) != nil
        needsAllFormats = !isDecodable && Decoder.find(parameters.codec_id, .all) != nil
        size = Resolution(width: Int(parameters.width), height: Int(parameters.height))
        sampleAspectRatio =
            Rational(positive: stream.pointee.sample_aspect_ratio)
            ?? Rational(positive: parameters.sample_aspect_ratio)
        displayMatrix = vt_stream_display_matrix(stream).map {
            Array(UnsafeBufferPointer(start: $0, count: 9))
        }
        averageFrameRate = Rational(positive: stream.pointee.avg_frame_rate)
        realFrameRate = Rational(positive: stream.pointee.r_frame_rate)
        isDolbyVisionOnly = vt_stream_is_dolby_vision_only(stream) != 0
        sampleRate = Int(parameters.sample_rate)
        channelCount = Int(parameters.ch_layout.nb_channels)
        let header = UnsafeBufferPointer(
            start: parameters.extradata, count: Int(parameters.extradata_size))
        subtitleHeader = kind == .subtitle && header.count < 1_000_000 ? Array(header) : []
    }

    private static func codec(_ parameters: AVCodecParameters) -> String {
        let tag = withUnsafeBytes(of: parameters.codec_tag.littleEndian) { Array($0) }
        let isName = tag.allSatisfy { byte in
            let character = Character(Unicode.Scalar(byte))
            return character.isASCII && (character.isLetter || character.isNumber)
        }
        guard parameters.codec_id == AV_CODEC_ID_NONE, isName else {
            return String(cString: avcodec_get_name(parameters.codec_id))
        }
        return String(decoding: tag, as: UTF8.self).lowercased()
    }

    private static func tag(_ key: String, _ stream: UnsafePointer<AVStream>) -> String? {
        guard let entry = av_dict_get(stream.pointee.metadata, key, nil, 0) else { return nil }
        return String(cString: entry.pointee.value)
    }
}

extension StreamInfo.Disposition {
    init(_ flags: Int32) {
        isDefault = flags & AV_DISPOSITION_DEFAULT != 0
        isAttachedPicture = flags & AV_DISPOSITION_ATTACHED_PIC != 0
        isForced = flags & AV_DISPOSITION_FORCED != 0
        isHearingImpaired = flags & AV_DISPOSITION_HEARING_IMPAIRED != 0
        isVisualImpaired = flags & AV_DISPOSITION_VISUAL_IMPAIRED != 0
        isTimedThumbnails = flags & AV_DISPOSITION_TIMED_THUMBNAILS != 0
    }
}
