extension ConformanceRule {
    /// The table of rules.
    package var entry: RuleEntry {
        switch self {
        case .missingFile:
            RuleEntry(
                .error, "RFC 8216, 4.1", "Every file that a playlist names exists.",
                example: "`9.m4s` is listed, the folder has `0.m4s` to `8.m4s`")
        case .uncheckedFile:
            RuleEntry(
                .warning, "RFC 8216, 4.1",
                "URIs are relative and stay in the package; others are not read.",
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
                .error, "RFC 8216, 4.3", "The value of a tag or attribute has the type of the tag.",
                example: "`#EXTINF:six,`")
        case .badVersion:
            RuleEntry(
                .error, "RFC 8216, 7",
                "`EXT-X-VERSION` occurs once at most, and covers the features of the playlist.",
                example: "`#EXTINF:4.004,` without `#EXT-X-VERSION:3`")
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
                "`EXTINF` is the duration of the segment's samples, within 0.1 s.",
                example: "`#EXTINF:6,` for a segment of 4 s")
        case .decodeTimeGap:
            RuleEntry(
                .error, "RFC 8216, 6.2.4 and 4.3.2.3",
                "Without `EXT-X-DISCONTINUITY`, a segment begins where the one before it ends, within 0.1 s.",
                example: "two segments that were swapped")
        case .captionsHeader:
            RuleEntry(
                .error, "RFC 8216, 3.5", "A WebVTT segment begins with `WEBVTT`.",
                example: "a SubRip file")
        }
    }
}
