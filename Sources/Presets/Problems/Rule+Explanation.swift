extension Rule {
    /// What a rule is about, in the words of docs/presets.md.
    public struct Explanation: Sendable {
        public let severity: Severity
        /// What is wrong where the rule is broken.
        public let meaning: String
        /// Why it matters, with the source where there is one.
        public let reason: String

        fileprivate init(_ severity: Severity, _ meaning: String, _ reason: String) {
            self.severity = severity
            self.meaning = meaning
            self.reason = reason
        }
    }

    public var severity: Severity { explanation.severity }

    private static let apple = "Apple, HLS Authoring Specification"

    public var explanation: Explanation {
        switch self {
        case .presetUnknown:
            .init(.error, "no shipped preset has the name", "there is nothing to read")
        case .fileUnreadable:
            .init(
                .error, "no such file, no permission, or no regular file",
                "there is nothing to read")
        case .fileTooLarge: .init(.error, "more than 64 KiB", "no preset is that long")
        case .fileEncoding: .init(.error, "not UTF-8", "text would be read wrongly")
        case .fileBinary: .init(.error, "a control character", "it is no text")
        case .yamlSyntax:
            .init(.error, "not YAML", "nothing in the file can be relied on (YAML 1.2.2)")
        case .yamlEmpty: .init(.error, "nothing but comments", "there is no preset in it")
        case .yamlAlias:
            .init(.error, "an anchor or an alias", "a few lines can stand for billions of values")
        case .yamlTag: .init(.error, "a tag, `!!int`", "types come from the keys")
        case .yamlMultiline:
            .init(.error, "text over several lines", "presets are read line by line")
        case .yamlTab:
            .init(
                .error, "a tab in the indentation", "its width is anybody's guess (YAML 1.2.2, 6.1)"
            )
        case .yamlDepth:
            .init(
                .error, "brackets, dashes or indentation too deep", "presets nest four deep at most"
            )
        case .yamlKey:
            .init(
                .error, "a key that is no text, or an explicit one (`? `)", "keys are plain names")
        case .extendsPath:
            .init(
                .error, "a path that leaves the preset's folder",
                "a preset means the same wherever it is checked")
        case .extendsLoop:
            .init(
                .error, "a preset that extends itself, at once or by way of others",
                "it has no beginning")
        case .extendsDepth:
            .init(
                .error, "more than four presets on one another",
                "nobody could say what comes of it")
        case .extendsRung:
            .init(.error, "a rung to remove that there is not", "the ladder is not the one meant")
        case .keyUnknown:
            .init(.error, "no such key here", "it would be ignored, and the file would lie")
        case .keyDuplicate: .init(.error, "a key twice in a map", "only one could count")
        case .keyMissing:
            .init(
                .error, "a key without a default is left out", "nothing sensible can stand for it")
        case .valueType:
            .init(
                .error, "no number, no time, no unit, a map where a value belongs",
                "a number without its unit means one thing to one reader, another to the next")
        case .valueRange:
            .init(.error, "outside the range of the key", "it would fail or make no sense")
        case .valueChoice: .init(.error, "none of the words of the key", "nothing here can do it")
        case .valueName:
            .init(
                .error, "a name that is not safe in a path",
                "it names folders and stands in URLs and playlists (RFC 3986, 2.3; RFC 8216, 4.1)")
        case .segmentGOP:
            .init(
                .error, "`segment` is no whole multiple of `gop`",
                "segments begin with an IDR picture (RFC 8216, 3; \(Self.apple), video)")
        case .ladderEmpty:
            .init(
                .error, "no rung, or more than 16; `none` without `audio`",
                "there is nothing to play, or too much to choose")
        case .ladderOrder:
            .init(
                .error, "`size` or `maxrate` does not fall from rung to rung",
                "a player would get less picture for more bits")
        case .ladderName: .init(.error, "two rungs of one name", "they would share a folder")
        case .containerCodec:
            .init(
                .error, "HEVC in `ts`",
                "players know HEVC in fragmented MP4 only (\(Self.apple), video)")
        case .containerSound:
            .init(
                .error, "`ts` with other than 1, 2 or 6 channels",
                "headers of AAC in MPEG-TS number the layouts (ISO/IEC 13818-7, 6.2)")
        case .containerFile:
            .init(
                .error,
                "`mp4` with several rungs, thumbnails or a download; `ladder: none` with thumbnails",
                "one file has no place for them")
        case .levelSize:
            .init(
                .error, "the level does not hold a 16:9 picture of the size at the frame rate",
                "decoders go by the level (H.264, A.3.1 and table A-1)")
        case .levelBitrate:
            .init(
                .error, "`maxrate` or `bufsize` above the level's",
                "decoders go by the level (H.264, table A-1; `high`: 1.25 times, table A-2)")
        case .levelReferences:
            .init(
                .error, "more reference frames than the level's decoder has room for",
                "a decoder would lack pictures that others are predicted from (H.264, A.3.1, MaxDpbMbs)"
            )
        case .rungFrameRate:
            .init(.error, "a rung faster than `video`", "rungs divide the frames of `video`")
        case .profileDepth:
            .init(
                .error, "a bit depth that the profile does not have",
                "`baseline`, `main` and `high` hold 8 bits (H.264, A.2), and players decode no others"
            )
        case .optionReserved:
            .init(.error, "an x264 option that the plan decides", "segments would not fit together")
        case .audioBitrate:
            .init(
                .error, "more bits for sound than AAC has",
                "a frame of 1024 samples holds 6144 bits a channel (ISO/IEC 14496-3, 4.5.3)")
        case .encoderMissing:
            .init(
                .error, "this build has no such encoder",
                "every run would fail here; another build may have it")
        case .encoderOption:
            .init(
                .error, "an option or a value that the encoder of this build does not know",
                "it would be ignored, and the file would lie")
        case .encoderRefuses:
            .init(
                .error, "the encoder of this build cannot be opened with these settings",
                "every run would fail")
        case .gopLong:
            .init(
                .warning, "more than 4s from one IDR to the next",
                "seeks and switches wait for one; two seconds are advised (\(Self.apple), video)")
        case .segmentLength:
            .init(
                .warning, "segments above 10s or below 2s",
                "long ones start late and switch late, short ones cost requests; six seconds are "
                    + "advised (\(Self.apple), media segmentation)")
        case .ladderGap:
            .init(
                .warning,
                "a rung with more than 4 times the `maxrate` of the next, less what a lower frame rate saves",
                "a player that falls gets far less than its line could carry")
        case .rungBitrate:
            .init(
                .warning, "a `maxrate` below 0.02 or above 0.5 bits a pixel",
                "a picture falls to pieces below; above, nobody sees what the bits are for (chosen; "
                    + "the shipped presets have 0.07 to 0.15)")
        case .rungBuffer:
            .init(
                .warning, "a `bufsize` below 500ms or above 2s at `maxrate`",
                "a small one has no bits for hard pictures; a large one let segments rise 12 % above "
                    + "the ceiling (measured with 2s)")
        case .profileTools:
            .init(
                .warning, "an x264 option whose tool the rung's profile does not have",
                "x264 turns it off without a word (H.264, A.2)")
        case .frameRateHigh:
            .init(.warning, "more than 60 frames/s", "not to be used (\(Self.apple), video)")
        case .frameRateUnused:
            .init(
                .warning, "no rung is as fast as `video`", "the limit of `video` is never reached")
        case .audioQuality:
            .init(
                .warning, "sound of less than 24k a channel",
                "AAC-LC is heard to suffer; 32k to 160k are advised for stereo (\(Self.apple), audio)"
            )
        case .storyboardSize:
            .init(
                .warning, "a storyboard sheet above 4096 pixels a side",
                "many phones cannot hold a larger picture (OpenGL ES 3.0: GL_MAX_TEXTURE_SIZE is "
                    + "2048 at least, 4096 is common)")
        case .storyboardBytes:
            .init(
                .warning, "a storyboard sheet that may exceed 2 MB",
                "a player loads it whole before it shows the first small picture")
        case .limitsUnreachable:
            .init(
                .warning, "a limit that keeps something else of the preset from ever being used",
                "the file promises what no upload can get")
        case .expectUnmeasured:
            .init(
                .warning, "`expect.vmaf`, where this build has no libvmaf",
                "`presets test` cannot hold packages to it here; another build may")
        case .copyUnused:
            .init(
                .warning, "`copyBelow` without `download: true`",
                "there is no download.mp4 to copy anything into")
        case .frameRateFallback:
            .init(
                .note, "more than 30 frames/s, and no rung of 30 or less",
                "the lower variants that Apple recommends have 30 or less (\(Self.apple), video)")
        case .audioSurround:
            .init(
                .note, "more than two channels, and no stereo beside them",
                "stereo is to be there for players that cannot mix down (\(Self.apple), audio)")
        case .ladderStep:
            .init(
                .note, "a rung with less than 1.5 or more than 2 times the `maxrate` of the next",
                "players choose best among steps of 1.5 to 2 times (Apple, Technical Note TN2224)")
        }
    }
}
