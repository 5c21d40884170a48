internal import VideoCodecs

extension Rule {
    /// The documentation of a rule, as in docs/presets.md.
    public struct Explanation: Sendable {
        public let severity: Severity
        /// The violation of the rule.
        public let meaning: String
        /// The reason for the rule, with its source if it has one.
        public let reason: String

        fileprivate init(_ severity: Severity, _ meaning: String, _ reason: String) {
            self.severity = severity
            self.meaning = meaning
            self.reason = reason
        }
    }

    public var severity: Severity { explanation.severity }

    private static let apple = "Apple, HLS Authoring Specification"

    /// The codecs that players do not support in MPEG-TS.
    private static var fragmentedOnly: String {
        VideoCodec.titles { !$0.isInTransportStreams }
    }

    public var explanation: Explanation {
        switch self {
        case .presetUnknown:
            .init(.error, "no shipped preset has the name", "there is nothing to read")
        case .fileUnreadable:
            .init(
                .error, "no such file, no permission, or not a regular file",
                "there is nothing to read")
        case .fileTooLarge: .init(.error, "more than 64 KiB", "no preset is that long")
        case .fileEncoding: .init(.error, "not UTF-8", "text would be decoded wrongly")
        case .fileBinary: .init(.error, "a control character", "the file is not text")
        case .yamlSyntax:
            .init(.error, "not YAML", "the file has no defined meaning (YAML 1.2.2)")
        case .yamlEmpty:
            .init(.error, "an empty file, or comments only", "the file contains no preset")
        case .yamlAlias:
            .init(.error, "an anchor or an alias", "a few lines can stand for billions of values")
        case .yamlTag: .init(.error, "a tag, `!!int`", "types come from the keys")
        case .yamlMultiline:
            .init(.error, "text over several lines", "presets are read line by line")
        case .yamlTab:
            .init(
                .error, "a tab in the indentation", "its width is undefined (YAML 1.2.2, 6.1)"
            )
        case .yamlDepth:
            .init(
                .error, "lists and mappings that are nested too deeply",
                "presets nest at most four of them"
            )
        case .yamlKey:
            .init(
                .error, "a key that is not text, or an explicit one (`? `)", "keys are plain names")
        case .extendsPath:
            .init(
                .error, "a path that leaves the preset's folder",
                "a preset has the same meaning wherever the folder is copied")
        case .extendsLoop:
            .init(
                .error, "a preset that extends itself, directly or through others",
                "the chain has no base")
        case .extendsDepth:
            .init(
                .error, "a chain of more than four presets",
                "the result would be hard to predict")
        case .extendsRung:
            .init(
                .error, "a rung to remove that does not exist",
                "the extended preset has another ladder than expected")
        case .keyUnknown:
            .init(.error, "no such key here", "it would be ignored silently")
        case .keyDuplicate:
            .init(.error, "the same key twice in a mapping", "only one of the values could apply")
        case .keyMissing:
            .init(
                .error, "a required key is missing", "no default would be sensible")
        case .valueType:
            .init(
                .error, "not a number or time, a missing unit, a mapping instead of a value",
                "each key has one type of value, and no unit is assumed")
        case .valueRange:
            .init(.error, "outside the range of the key", "the value would fail, or have no effect")
        case .valueChoice:
            .init(.error, "not one of the words of the key", "the default would apply silently")
        case .valueName:
            .init(
                .error, "a name that is not safe in a path",
                "the name becomes part of paths, URLs and playlists (RFC 3986, 2.3; RFC 8216, 4.1)")
        case .segmentGOP:
            .init(
                .error, "`segment` is not an integer multiple of `gop`",
                "segments begin with an IDR picture (RFC 8216, 3; \(Self.apple), video)")
        case .ladderEmpty:
            .init(
                .error, "no rung, or more than 16; `none` without `audio`",
                "there is nothing to play, or too many variants to choose from")
        case .ladderOrder:
            .init(
                .error, "`size` or `maxrate` does not decrease from rung to rung",
                "a player would get a smaller frame size for more bits")
        case .ladderName:
            .init(.error, "two rungs of the same name", "they would have the same folder")
        case .containerCodec:
            .init(
                .error, "\(Self.fragmentedOnly) in `ts`",
                "players support \(Self.fragmentedOnly) in fragmented MP4 only (\(Self.apple), video)"
            )
        case .containerAudio:
            .init(
                .error, "`ts` with a number of channels other than 1, 2 or 6",
                "ADTS headers in MPEG-TS can signal only some channel layouts (ISO/IEC 13818-7, 6.2)"
            )
        case .containerFile:
            .init(
                .error,
                "`mp4` with several rungs, thumbnails or a download; `ladder: none` with thumbnails",
                "a single file cannot contain them")
        case .levelSize:
            .init(
                .error, "the level does not allow 16:9 video of the size at the frame rate",
                "decoders rely on the level (H.264, A.3.1 and table A-1)")
        case .levelBitrate:
            .init(
                .error, "`maxrate` or `bufsize` above the level's",
                "decoders rely on the level (H.264, table A-1; `high`: 1.25 times, table A-2)")
        case .levelReferences:
            .init(
                .error, "more reference frames than a decoder of the level can store",
                "a decoder would lack frames that others are predicted from (H.264, A.3.1, MaxDpbMbs)"
            )
        case .rungFrameRate:
            .init(.error, "a rung faster than `video`", "rungs divide the frames of `video`")
        case .profileDepth:
            .init(
                .error, "a bit depth that the profile does not have",
                "`baseline`, `main` and `high` have 8 bits (H.264, A.2), and players decode no others"
            )
        case .encoderPoint:
            .init(
                .error, "both `point` and `preset`",
                "each of them chooses all tools of the encoder")
        case .optionReserved:
            .init(
                .error, "an encoder option that the plan sets",
                "segments would not be consistent")
        case .audioBitrate:
            .init(
                .error, "a higher audio bit rate than AAC has",
                "a frame of 1024 samples has at most 6144 bits per channel (ISO/IEC 14496-3, 4.5.3)"
            )
        case .encoderMissing:
            .init(
                .error, "this build has no such encoder",
                "every run with this build would fail")
        case .encoderOption:
            .init(
                .error, "an option or a value that the encoder of this build does not support",
                "every run would fail")
        case .encoderRefuses:
            .init(
                .error, "the encoder of this build cannot be opened with these settings",
                "every run would fail")
        case .gopLong:
            .init(
                .warning, "more than 4s from one IDR to the next",
                "seeks and switches wait for an IDR; two seconds are recommended (\(Self.apple), video)"
            )
        case .segmentLength:
            .init(
                .warning, "segments above 10s or below 2s",
                "long ones start and switch late, short ones cost requests; six seconds are "
                    + "recommended (\(Self.apple), media segmentation)")
        case .ladderGap:
            .init(
                .warning,
                "a rung with more than 4 times the `maxrate` of the next, corrected for their frame rates",
                "a player that switches down uses far less than the bandwidth of its connection")
        case .rungBitrate:
            .init(
                .warning, "a `maxrate` below 0.02 or above 0.5 bits per pixel",
                "below, artifacts are obvious; above, more bits have no visible effect (chosen; "
                    + "the shipped presets have 0.07 to 0.15)")
        case .rungBuffer:
            .init(
                .warning, "a `bufsize` below 500ms or above 2s at `maxrate`",
                "a small one has no bits for complex frames; with a large one, segments exceeded `maxrate` "
                    + "by 12 % (measured with 2s)")
        case .profileTools:
            .init(
                .warning, "an encoder option whose tool the rung's profile does not have",
                "encoders disable the tool silently (H.264, A.2)")
        case .optionUnused:
            .init(
                .warning, "encoder options, but no rung whose encoder takes options",
                "the options have no effect")
        case .frameRateHigh:
            .init(
                .warning, "more than 60 frames/s",
                "higher rates must not be used (\(Self.apple), video)")
        case .frameRateUnused:
            .init(
                .warning, "no rung is as fast as `video`", "the limit of `video` is never reached")
        case .audioQuality:
            .init(
                .warning, "an audio bit rate below 24k per channel",
                "AAC-LC has audible artifacts; 32k to 160k are recommended for stereo (\(Self.apple), audio)"
            )
        case .storyboardSize:
            .init(
                .warning, "a storyboard sheet with a side above 4096 pixels",
                "many phones cannot display a larger image (OpenGL ES 3.0: GL_MAX_TEXTURE_SIZE is "
                    + "2048 at least, 4096 is common)")
        case .storyboardBytes:
            .init(
                .warning, "a storyboard sheet that may exceed 2 MB",
                "a player loads the whole sheet before it shows the first tile")
        case .limitsUnreachable:
            .init(
                .warning, "a limit that makes another part of the preset unreachable",
                "no upload can get that part of the preset")
        case .expectUnmeasured:
            .init(
                .warning, "`expect.vmaf` in a build without libvmaf",
                "`presets test` cannot measure VMAF in this build")
        case .copyUnused:
            .init(
                .warning, "`copyBelow` without `download: true`",
                "without download.mp4, there is no file to copy streams into")
        case .frameRateFallback:
            .init(
                .note, "more than 30 frames/s, and no rung of 30 or less",
                "the lower variants that Apple recommends have 30 or less (\(Self.apple), video)")
        case .audioSurround:
            .init(
                .note, "more than two channels, and no stereo rendition",
                "stereo is required for players that cannot downmix (\(Self.apple), audio)")
        case .ladderStep:
            .init(
                .note, "a rung with less than 1.5 or more than 2 times the `maxrate` of the next",
                "steps of 1.5 to 2 times suit players best (Apple, Technical Note TN2224)")
        }
    }
}
