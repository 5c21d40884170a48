extension ConformanceRule {
    private static let apple = "Apple, HLS Authoring Specification"

    /// The table of rules.
    package var entry: RuleEntry {
        switch self {
        case .missingFile:
            RuleEntry(
                .error, "RFC 8216, 4.1",
                "Every playlist, segment and init segment that is named exists.",
                example: "`9.m4s` is listed, the folder has `0.m4s` to `8.m4s`")
        case .uncheckedFile:
            RuleEntry(
                .warning, "RFC 8216, 4.1",
                "URIs are relative, and they and links stay in the package; others are not read.",
                example: "`https://cdn.example/0.m4s`, `../other/0.m4s`")
        case .playlistTooLarge:
            RuleEntry(
                .error, "limit of this program", "A playlist has at most 256 MB.",
                example: "an endless playlist")
        case .limitExceeded:
            RuleEntry(
                .error, "limit of this program",
                "A package is within the limits of time, counts and sizes.",
                example: "1,001 media playlists")
        case .playlistEncoding:
            RuleEntry(
                .error, "RFC 8216, 4.1",
                "A playlist is UTF-8 text without byte order mark and control characters.",
                example: "a segment in place of a playlist")
        case .playlistHeader:
            RuleEntry(
                .error, "RFC 8216, 4.3.1.1", "The first line is `#EXTM3U`.", example: "`#EXTM3U8`")
        case .mixedTags:
            RuleEntry(
                .error, "RFC 8216, 4.1",
                "A playlist has tags of media playlists or of multivariant playlists, not both.",
                example: "`#EXT-X-STREAM-INF` beside `#EXTINF`")
        case .badAttributes:
            RuleEntry(
                .error, "RFC 8216, 4.2",
                "An attribute list has pairs of names and values, each name once.",
                example: "`BANDWIDTH=1,BANDWIDTH=2`")
        case .badValue:
            RuleEntry(
                .error, "RFC 8216, 4.3",
                "The value of a tag or attribute has its type, with quotes or without.",
                example: "`#EXTINF:six,`")
        case .badVersion:
            RuleEntry(
                .error, "RFC 8216, 7",
                "`EXT-X-VERSION` occurs once at most, and covers the features of the playlist.",
                example: "`#EXTINF:4.004,` without `#EXT-X-VERSION:3`")
        case .variables:
            RuleEntry(
                .error, "RFC 8216bis, 4.3 and 4.4.2.3",
                "`EXT-X-DEFINE` defines each variable once, before its use.",
                example: "`{$path}/0.m4s` without `#EXT-X-DEFINE:NAME=\"path\",VALUE=\"video\"`")
        case .targetDurationMissing:
            RuleEntry(
                .error, "RFC 8216, 4.3.3.1", "A media playlist has one `EXT-X-TARGETDURATION`.",
                example: "no such tag")
        case .targetDurationExceeded:
            RuleEntry(
                .error, "RFC 8216, 4.3.3.1",
                "No `EXTINF`, rounded to the nearest integer, is above the target duration.",
                example: "`#EXTINF:6.6,` with a target duration of 6")
        case .durationMissing:
            RuleEntry(
                .error, "RFC 8216, 4.3.2.1", "Every segment has one `EXTINF`.",
                example: "`0.m4s` without a tag before it")
        case .byteRangeStart:
            RuleEntry(
                .error, "RFC 8216, 4.3.2.2",
                "A byte range without an offset follows a byte range of the same file.",
                example: "the first segment has `#EXT-X-BYTERANGE:1000`")
        case .byteRangeBeyondFile:
            RuleEntry(
                .error, "RFC 8216, 4.3.2.2", "A byte range is inside of its file.",
                example: "`#EXT-X-BYTERANGE:1000@0` of a file of 900 bytes")
        case .initSegmentMissing:
            RuleEntry(
                .error, "RFC 8216, 3.3", "Segments of fMP4 have an `EXT-X-MAP`.",
                example: "`0.m4s` without `#EXT-X-MAP`")
        case .endMissing:
            RuleEntry(
                .error, "RFC 8216, 4.3.3.5 and 6.2.1",
                "A playlist of type VOD has `EXT-X-ENDLIST`.",
                example: "`#EXT-X-PLAYLIST-TYPE:VOD` without `#EXT-X-ENDLIST`")
        case .noSegments:
            RuleEntry(
                .warning, "RFC 8216, 3", "A media playlist has segments.",
                example: "a playlist of an encoder that failed")
        case .variantURI:
            RuleEntry(
                .error, "RFC 8216, 4.3.4.2", "A URI follows each `EXT-X-STREAM-INF`.",
                example: "two such tags in consecutive lines")
        case .attributeMissing:
            RuleEntry(
                .error, "RFC 8216, 4.3.2.5, 4.3.4.1 to 4.3.4.3",
                "A tag has its required attributes.",
                example: "`#EXT-X-STREAM-INF` without `BANDWIDTH`")
        case .groupMissing:
            RuleEntry(
                .error, "RFC 8216, 4.3.4.2", "A group that a variant names has renditions.",
                example: "`AUDIO=\"a\"` without `#EXT-X-MEDIA` of that group")
        case .renditionName:
            RuleEntry(
                .error, "RFC 8216, 4.3.4.1.1", "The names of a group's renditions are different.",
                example: "`NAME=\"English\"` twice")
        case .defaultRenditions:
            RuleEntry(
                .error, "RFC 8216, 4.3.4.1.1", "A group has at most one default rendition.",
                example: "`DEFAULT=YES` twice")
        case .codecsMissing:
            RuleEntry(
                .warning, "RFC 8216, 4.3.4.2", "Every variant has `CODECS`.",
                example: "`#EXT-X-STREAM-INF:BANDWIDTH=800000`")
        case .resolutionMissing:
            RuleEntry(
                .warning, "RFC 8216, 4.3.4.2", "Every variant with video has `RESOLUTION`.",
                example: "`CODECS` with a video codec, without `RESOLUTION`")
        case .bandwidthExceeded:
            RuleEntry(
                .error, "RFC 8216, 4.1 and 4.3.4.2",
                "`BANDWIDTH` is at least the measured peak of the variant and its renditions.",
                example: "`BANDWIDTH=800000` for segments of 900 kbit/s")
        case .boxSize:
            RuleEntry(
                .error, "ISO/IEC 14496-12, 4.2",
                "Every box is inside of its file and of its parent.",
                example: "a segment that was truncated")
        case .initSegmentStructure:
            RuleEntry(
                .error, "ISO/IEC 23000-19, 7.3.1",
                "An init segment has a `moov` box with tracks that have timescales, and with `mvex`.",
                example: "a segment in place of the init segment")
        case .segmentStructure:
            RuleEntry(
                .error, "ISO/IEC 23000-19, 7.3.2",
                "A segment has `moof` boxes, each with a track's fragment, and an `mdat` after each.",
                example: "a segment of `mdat` only")
        case .decodeTimeMissing:
            RuleEntry(
                .error, "ISO/IEC 23000-19, 7.5.16", "Every track fragment has a `tfdt` box.",
                example: "`traf` with `tfhd` and `trun` only")
        case .unknownTrack:
            RuleEntry(
                .error, "ISO/IEC 14496-12, 8.8.7", "A fragment's track is in the init segment.",
                example: "the init segment of another rendition")
        case .sampleData:
            RuleEntry(
                .error, "ISO/IEC 14496-12, 8.8.8", "The samples of a fragment are in its `mdat`.",
                example: "`trun` with a sample size beyond the box")
        case .segmentDuration:
            RuleEntry(
                .error, "RFC 8216, 4.3.2.1",
                "`EXTINF` is the duration of the segment's samples, within 0.1 s, or 0.6 s if the version is below 3.",
                example: "`#EXTINF:6,` for a segment of 4 s")
        case .decodeTimeGap:
            RuleEntry(
                .error, "RFC 8216, 6.2.4 and 4.3.2.3",
                "Without `EXT-X-DISCONTINUITY`, a segment begins where the one before it ends, and so does a fragment, within 0.1 s.",
                example: "two segments that were swapped")
        case .captionsHeader:
            RuleEntry(
                .error, "RFC 8216, 3.5", "A WebVTT segment begins with `WEBVTT`.",
                example: "a SubRip file")
        case .segmentFormat:
            RuleEntry(
                .error, "RFC 8216, 3.1",
                "A segment is MPEG-TS, fMP4, packed audio or WebVTT.",
                example: "a JPEG file in place of a segment")
        case .segmentKeyframe:
            RuleEntry(
                .warning, "RFC 8216, 3",
                "A segment with video begins with a keyframe.",
                example: "a segment that was cut between keyframes")
        case .independentSegments:
            RuleEntry(
                .error, "RFC 8216, 4.3.5.1",
                "With `EXT-X-INDEPENDENT-SEGMENTS`, every segment with video begins with a keyframe.",
                example: "a segment whose first sample is no sync sample")
        case .independentSegmentsMissing:
            RuleEntry(
                .warning, Self.apple,
                "Playlists of video have `EXT-X-INDEPENDENT-SEGMENTS`.",
                example: "neither the multivariant playlist nor a media playlist has it")
        case .keyframeInterval:
            RuleEntry(
                .warning, "\(Self.apple), video",
                "A keyframe occurs every 2 s.",
                example: "a keyframe every 10 s")
        case .segmentLength:
            RuleEntry(
                .warning, "\(Self.apple), media segmentation",
                "The target duration is 6 s; 2 to 10 s are accepted.",
                example: "`#EXT-X-TARGETDURATION:30`")
        case .transportSync:
            RuleEntry(
                .error, "ISO/IEC 13818-1, 2.4.3",
                "An MPEG-TS segment has whole packets of 188 bytes, each with its sync byte.",
                example: "a segment that was truncated")
        case .transportTables:
            RuleEntry(
                .error, "RFC 8216, 3.2",
                "An MPEG-TS segment without `EXT-X-MAP` has a PAT and a PMT.",
                example: "a segment that begins inside of a stream")
        case .transportTablesFirst:
            RuleEntry(
                .warning, "RFC 8216, 3.2",
                "An MPEG-TS segment begins with a PAT and a PMT.",
                example: "a PES packet before the PAT")
        case .transportChecksum:
            RuleEntry(
                .error, "ISO/IEC 13818-1, 2.4.4",
                "The PAT and the PMT have their CRC.",
                example: "a PMT with a changed byte")
        case .transportPrograms:
            RuleEntry(
                .error, "RFC 8216, 3.2",
                "An MPEG-TS segment has one program.",
                example: "a PAT with two programs")
        case .transportContinuity:
            RuleEntry(
                .error, "ISO/IEC 13818-1, 2.4.3.3",
                "The continuity counters of a segment's packets have no gaps.",
                example: "a segment without one of its packets")
        case .transportTimestamps:
            RuleEntry(
                .error, "ISO/IEC 13818-1, 2.4.3.7",
                "The PES packets of video or audio have timestamps.",
                example: "a PMT that names other PIDs")
        case .packedAudioTimestamp:
            RuleEntry(
                .error, "RFC 8216, 3.4",
                "A packed audio segment begins with an ID3 tag that has its timestamp.",
                example: "a file of ADTS frames only")
        case .packedAudioFrames:
            RuleEntry(
                .error, "RFC 8216, 3.4",
                "A packed audio segment has audio frames without bytes between them.",
                example: "zeros after the ID3 tag")
        case .iFrameRange:
            RuleEntry(
                .error, "RFC 8216, 4.3.3.6",
                "A segment of an I-frame playlist begins with the `moof` box, or the PES packet, of a keyframe.",
                example: "a byte range that begins inside of `mdat`")
        case .iFramesOnlyMissing:
            RuleEntry(
                .error, "RFC 8216, 4.3.4.3",
                "An I-frame playlist has `EXT-X-I-FRAMES-ONLY`.",
                example: "`#EXT-X-I-FRAME-STREAM-INF` with the playlist of a variant")
        case .iFramesMissing:
            RuleEntry(
                .warning, "\(Self.apple), trick play",
                "A package with video has I-frame playlists.",
                example: "no `#EXT-X-I-FRAME-STREAM-INF`")
        case .codecsMismatch:
            RuleEntry(
                .error, "RFC 8216, 4.3.4.2",
                "`CODECS` has the codecs of the segments, with their profiles and levels, and no others.",
                example: "level 4.0 for segments of level 3.1")
        case .resolutionMismatch:
            RuleEntry(
                .error, "RFC 8216, 4.3.4.2",
                "`RESOLUTION` is the size of the video, within a pixel.",
                example: "`RESOLUTION=1920x1080` for 1280x720")
        case .frameRateMissing:
            RuleEntry(
                .warning, Self.apple,
                "Every variant with video has `FRAME-RATE`.",
                example: "`#EXT-X-STREAM-INF` without `FRAME-RATE`")
        case .frameRateMismatch:
            RuleEntry(
                .error, "RFC 8216, 4.3.4.2",
                "`FRAME-RATE` is the rate of the samples, within 1 %.",
                example: "`FRAME-RATE=25.000` for 50 frames/s")
        case .averageBandwidthMissing:
            RuleEntry(
                .warning, Self.apple,
                "Every variant has `AVERAGE-BANDWIDTH`.",
                example: "`#EXT-X-STREAM-INF` with `BANDWIDTH` only")
        case .averageBandwidthMismatch:
            RuleEntry(
                .error, "RFC 8216, 4.3.4.2; \(Self.apple)",
                "`AVERAGE-BANDWIDTH` is the measured average, within 10 %.",
                example: "`AVERAGE-BANDWIDTH=500000` for segments of 900 kbit/s")
        case .bandwidthOverstated:
            RuleEntry(
                .warning, Self.apple,
                "`BANDWIDTH` is the measured peak, within 10 %.",
                example: "`BANDWIDTH=8000000` for segments of 900 kbit/s")
        case .targetDurationsDiffer:
            RuleEntry(
                .error, "RFC 8216, 6.2.4",
                "The playlists of variants and of their audio have equal target durations.",
                example: "6 in one playlist, 10 in another")
        case .discontinuitiesDiffer:
            RuleEntry(
                .error, "RFC 8216, 6.2.4",
                "The playlists of a package have the same discontinuities.",
                example: "`#EXT-X-DISCONTINUITY` in one variant only")
        case .datesDiffer:
            RuleEntry(
                .error, "RFC 8216, 6.2.4",
                "If a playlist has `EXT-X-PROGRAM-DATE-TIME`, all have it, with the same dates.",
                example: "a date in the video playlist, none in the audio playlist")
        case .durationsDiffer:
            RuleEntry(
                .error, "RFC 8216, 6.2.4",
                "The durations of a package's playlists differ by less than a target duration.",
                example: "a variant without its last segments")
        case .startsDiffer:
            RuleEntry(
                .error, "RFC 8216, 6.2.4",
                "The segments of a package's playlists begin at the same timestamps, within 0.25 s.",
                example: "audio that begins at 10 s, video at 0 s")
        case .segmentsNotAligned:
            RuleEntry(
                .warning, "\(Self.apple), media segmentation",
                "The segments of variants have the same boundaries, within 0.1 s.",
                example: "segments of 6 s and of 4 s")
        case .dateRange:
            RuleEntry(
                .error, "RFC 8216, 4.3.2.7",
                "`EXT-X-DATERANGE` has `ID`, `START-DATE` in one tag of that `ID`, and valid dates and durations.",
                example: "`END-DATE` before `START-DATE`")
        case .dateRangeWithoutDate:
            RuleEntry(
                .error, "RFC 8216, 4.3.2.7",
                "A playlist with `EXT-X-DATERANGE` has `EXT-X-PROGRAM-DATE-TIME`.",
                example: "`#EXT-X-DATERANGE` only")
        case .sequencePosition:
            RuleEntry(
                .error, "RFC 8216, 4.3.3.2 and 4.3.3.3",
                "Sequence numbers precede the segments and discontinuities.",
                example: "`#EXT-X-MEDIA-SEQUENCE` after the first segment")
        case .playlistTypeMissing:
            RuleEntry(
                .warning, Self.apple,
                "A playlist with `EXT-X-ENDLIST` has `EXT-X-PLAYLIST-TYPE`.",
                example: "`#EXT-X-ENDLIST` only")
        case .keyAttributes:
            RuleEntry(
                .error, "RFC 8216, 4.3.2.4 and 4.3.4.5",
                "A key has `METHOD`, and a URI unless it is `NONE`; an `IV` has 128 bits.",
                example: "`#EXT-X-KEY:METHOD=AES-128`")
        case .sessionData:
            RuleEntry(
                .error, "RFC 8216, 4.3.4.4",
                "`EXT-X-SESSION-DATA` has `DATA-ID`, and either `VALUE` or `URI`.",
                example: "`VALUE` and `URI`")
        case .renditionAttributes:
            RuleEntry(
                .error, "RFC 8216, 4.3.4.1",
                "The attributes of `EXT-X-MEDIA` agree with one another and with `TYPE`.",
                example: "`DEFAULT=YES,AUTOSELECT=NO`")
        case .channelsMissing:
            RuleEntry(
                .warning, "RFC 8216, 4.3.4.1",
                "Audio renditions have `CHANNELS`.",
                example: "`#EXT-X-MEDIA:TYPE=AUDIO` without it")
        case .closedCaptions:
            RuleEntry(
                .error, "RFC 8216, 4.3.4.2",
                "If a variant has `CLOSED-CAPTIONS=NONE`, all have it.",
                example: "`CLOSED-CAPTIONS=NONE` at one of two variants")
        }
    }
}
