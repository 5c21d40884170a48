internal import CLibAV
internal import CLibAVShim
public import MediaUnits

/// The description of a stream by its container; values copied from libav.
public struct StreamInfo: Sendable {
    /// The type of a stream's data.
    public enum Kind: String, Codable, Sendable {
        case video, audio, subtitle, data, attachment, unknown
    }

    /// The index in the container.
    public let index: Int
    public let kind: Kind
    /// libav's name of the codec, such as `h264`; the container's, such as `vvc1`, for a codec that libav does not know; else
    /// `none`.
    public let codec: String
    /// libav's name of the profile, such as `High` or `LC`; `nil` if unknown.
    public let profile: String?
    /// The duration of a tick, in seconds.
    public let timeBase: Rational
    /// The start time in ticks of the time base; `nil` if the container has none.
    public let startTime: Int?
    /// The duration by the header in ticks of the time base, which may be wrong; `nil` if the header has none.
    public let duration: Int?
    /// The number of frames by the header, which may be wrong; 0 if the header has none.
    public let announcedFrameCount: Int
    /// The language tag as in the container, mostly ISO 639; `nil` if there is none.
    public let language: String?
    /// The title; `nil` if there is none.
    public let title: String?
    /// The purpose of the stream.
    public let disposition: Disposition
    /// Whether a decoder of the demuxer's formats can decode it.
    public let isDecodable: Bool
    /// Whether only decoders of `FormatSet.all`, and none of the demuxer's formats, can decode it.
    public let needsAllFormats: Bool

    /// The coded size in pixels; 0x0 for streams other than video.
    public let size: Resolution
    /// The width of a pixel divided by its height; `nil` if unknown.
    public let sampleAspectRatio: Rational?
    /// The nine numbers of the display matrix (libavutil/display.h): 16.16 fixed point, the last column 2.30; `nil` if there is
    /// none.
    public let displayMatrix: [Int32]?
    /// Frames per second on average; `nil` if unknown.
    public let averageFrameRate: Rational?
    /// libav's estimate of the lowest rate, in frames per second, that represents all timestamps exactly; `nil` if unknown.
    public let realFrameRate: Rational?
    /// Whether it is Dolby Vision without a base layer in HDR10, HLG or SDR, as in profile 5.
    public let isDolbyVisionOnly: Bool

    /// Samples per second; 0 for streams other than audio.
    public let sampleRate: Int
    /// The number of channels; 0 for streams other than audio.
    public let channelCount: Int

    /// The header of a subtitle track, such as the styles of ASS; empty for other streams, and if it has 1,000,000 bytes or
    /// more, chosen as beyond any legitimate header.
    public let subtitleHeader: [UInt8]

    /// The purpose of a stream by its container (libavformat/avformat.h, AV_DISPOSITION_...).
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
