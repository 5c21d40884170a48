import Errors
import HLS
import MediaTestSupport
import MediaUnits
import Presets
import Testing

@testable import MediaModel
@testable import Packaging

/// Whole playlists as text: 14 s of 1280x720 with two languages.
@Suite struct HLSPlaylistsTests {
    private func plan() throws -> EncodingPlan {
        try SamplePlan.plan(
            SamplePlan.info(audioTracks: [SamplePlan.audio(1, "en"), SamplePlan.audio(2, "de")]))
    }

    private func presentation(_ plan: EncodingPlan) throws -> Presentation {
        try Presentation(
            plan, video: plan.video.map(SampleResults.chunks) ?? [],
            audio: plan.audio.map(SampleResults.audio))
    }

    private func playlists(_ plan: EncodingPlan) throws -> HLSPlaylists {
        try HLSPlaylists(presentation(plan))
    }

    /// Peaks are those of runs of 3 to 9 s: the last two segments are the run with the highest rate of each rung.
    @Test func multivariantPlaylistMatchesItsText() throws {
        let text = try playlists(plan()).multivariant.text
        let expected = """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="English",LANGUAGE="en",DEFAULT=YES,\
            AUTOSELECT=YES,CHANNELS="2",URI="audio/en/playlist.m3u8"
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="German",LANGUAGE="de",DEFAULT=NO,\
            AUTOSELECT=YES,CHANNELS="2",URI="audio/de/playlist.m3u8"
            #EXT-X-STREAM-INF:BANDWIDTH=1192000,AVERAGE-BANDWIDTH=850287,CODECS="avc1.64001f,\
            mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=30.000,AUDIO="audio",\
            CLOSED-CAPTIONS=NONE
            video/720p/playlist.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=692000,AVERAGE-BANDWIDTH=507430,CODECS="avc1.64001f,\
            mp4a.40.2",RESOLUTION=640x360,FRAME-RATE=30.000,AUDIO="audio",CLOSED-CAPTIONS=NONE
            video/360p/playlist.m3u8
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=80000,AVERAGE-BANDWIDTH=80000,\
            CODECS="avc1.64001f",RESOLUTION=1280x720,URI="video/720p/iframes.m3u8"
            #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=80000,AVERAGE-BANDWIDTH=80000,\
            CODECS="avc1.64001f",RESOLUTION=640x360,URI="video/360p/iframes.m3u8"

            """
        #expect(text == expected)
    }

    @Test func audioBelowItsLoudnessTargetIsReported() throws {
        let plan = try plan()
        func loudnessResult(_ loudness: Double, peak: Double) -> LoudnessResult {
            let measured = MeasuredLoudness(integrated: loudness, truePeak: peak)
            return LoudnessResult(
                target: -16, ceiling: -1, before: measured, gain: 0, after: measured)
        }
        let results = [loudnessResult(-20.3, peak: -1.1), loudnessResult(-16.4, peak: -1)]
        let presentation = try Presentation(
            plan, video: plan.video.map(SampleResults.chunks) ?? [],
            audio: zip(plan.audio, results).map { SampleResults.audio($0).with($1) })
        #expect(presentation.audio.map(\.loudness) == results)
        let finding = Finding(
            .loudnessLimited, .warning,
            "The audio rendition en is 4.3 LU below -16 LUFS: more gain would raise its peaks above -1 dBTP."
        )
        #expect(presentation.findings.filter { $0.code == finding.code } == [finding])
    }

    @Test func mediaPlaylistMatchesItsText() throws {
        let text = try playlists(plan()).video[0].playlist.text
        let expected = """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-TARGETDURATION:6
            #EXT-X-MEDIA-SEQUENCE:0
            #EXT-X-PLAYLIST-TYPE:VOD
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-MAP:URI="init.mp4"
            #EXTINF:6.000000,
            00000.m4s
            #EXTINF:6.000000,
            00001.m4s
            #EXTINF:2.000000,
            00002.m4s
            #EXT-X-ENDLIST

            """
        #expect(text == expected)
    }

    @Test func iFramePlaylistMatchesItsText() throws {
        let text = try #require(try playlists(plan()).video[1].iFrames).text
        let expected = """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-TARGETDURATION:2
            #EXT-X-MEDIA-SEQUENCE:0
            #EXT-X-PLAYLIST-TYPE:VOD
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-I-FRAMES-ONLY
            #EXT-X-MAP:URI="init.mp4"
            #EXTINF:2.000000,
            #EXT-X-BYTERANGE:20000@0
            00000.m4s
            #EXTINF:2.000000,
            #EXT-X-BYTERANGE:20000@30000
            00000.m4s
            #EXTINF:2.000000,
            #EXT-X-BYTERANGE:20000@60000
            00000.m4s
            #EXTINF:2.000000,
            #EXT-X-BYTERANGE:20000@0
            00001.m4s
            #EXTINF:2.000000,
            #EXT-X-BYTERANGE:20000@30000
            00001.m4s
            #EXTINF:2.000000,
            #EXT-X-BYTERANGE:20000@60000
            00001.m4s
            #EXTINF:2.000000,
            #EXT-X-BYTERANGE:20000@0
            00002.m4s
            #EXT-X-ENDLIST

            """
        #expect(text == expected)
    }

    /// RFC 8216, 6.2.4: players switch between playlists, so all have one target duration.
    @Test func allPlaylistsHaveOneTargetDuration() throws {
        let playlists = try playlists(plan())
        let targets = (playlists.video + playlists.audio).map(\.playlist.targetDuration)
        #expect(Set(targets).count == 1)
    }

    /// Chunks finish in any order; playlists are in order of time.
    @Test func orderOfChunksDoesNotMatter() throws {
        let plan = try plan()
        let chunks = SampleResults.chunks(try #require(plan.video))
        let audioTracks = plan.audio.map(SampleResults.audio)
        let forwards = try HLSPlaylists(Presentation(plan, video: chunks, audio: audioTracks))
        let backwards = try HLSPlaylists(
            Presentation(plan, video: chunks.reversed(), audio: audioTracks))
        #expect(forwards.multivariant == backwards.multivariant)
        #expect(forwards.video.map(\.playlist) == backwards.video.map(\.playlist))
        #expect(forwards.video.map(\.iFrames) == backwards.video.map(\.iFrames))
    }

    /// HLS Authoring Specification for Apple Devices: a start near 2 Mb/s, here by 0.4, 1.1, 0.1 and 1 Mb/s.
    @Test(arguments: [
        ([5_000_000, 2_400_000, 900_000], ["720p", "1080p", "360p"]),
        ([5_000_000, 3_200_000, 900_000], ["360p", "1080p", "720p"]),
        ([1_900_000, 1_000_000, 500_000], ["1080p", "720p", "360p"]),
        ([8_000_000, 4_000_000, 3_000_000], ["360p", "1080p", "720p"]),
    ])
    func firstVariantIsNearestToTwoMegabits(rates: [Int], order: [String]) throws {
        let plan = try SamplePlan.plan(
            SamplePlan.info(size: Resolution(width: 1920, height: 1080), audioTracks: []))
        let chunks = SampleResults.chunks(try #require(plan.video), rates: rates)
        let presentation = try Presentation(plan, video: chunks, audio: [])
        let variants = HLSPlaylists(presentation).multivariant.variants
        #expect(variants.map(\.uri) == order.map { "video/\($0)/playlist.m3u8" })
        #expect(Set(variants.map(\.bandwidth)) == Set(rates))
    }

    /// Artifacts of one rendition share one init segment; otherwise the package is not published.
    @Test func differentInitSegmentsAreAnError() throws {
        let plan = try plan()
        let video = try #require(plan.video)
        let chunks = video.segments.map { segment in
            ChunkResult(
                rungs: video.rungs.indices.map {
                    SampleResults.rendition(
                        video, rung: $0, [segment], initialization: "\(segment.index)")
                }, corruption: [], corruptPackets: 0, tiles: [], poster: nil)
        }
        #expect(throws: InternalError.self) {
            _ = try Presentation(plan, video: chunks, audio: plan.audio.map(SampleResults.audio))
        }
    }

    /// Results may come from a process that read a hostile upload.
    @Test(
        arguments: [
            (9_999, 100, 180_180, 0), (-1, 100, 180_180, 0), (1, 100, 180_180, 0),
            (0, -1, 180_180, 0), (0, .max, 180_180, 0), (0, 100, 0, 0), (0, 100, .max, 0),
            (0, 100, -1, 0), (0, 100, 180_180, -1), (0, 100, 180_180, .max),
        ])
    func numbersOutOfRangeAreAnError(
        index: Int, byteCount: Int, duration: Int, time: Int
    ) throws {
        let plan = try plan()
        let video = try #require(plan.video)
        var chunks = SampleResults.chunks(video)
        let first = chunks[0].rungs[0]
        let segment = SegmentResult(
            index: index, byteCount: byteCount, duration: duration, sha256: "",
            initialization: "i", codec: "",
            fragments: [Fragment(offset: 0, size: 1, time: time, isKey: true)])
        let invalid = RenditionResult(
            name: first.name, codec: first.codec, initialization: first.initialization,
            segments: [segment] + first.segments.dropFirst())
        let audioTracks = plan.audio.map(SampleResults.audio)
        chunks[0] = chunks[0].replacing([invalid] + chunks[0].rungs.dropFirst())
        #expect(throws: InternalError.self) {
            _ = try Presentation(plan, video: chunks, audio: audioTracks)
        }
    }

    @Test func incompleteResultsAreAnError() throws {
        let plan = try plan()
        let chunks = SampleResults.chunks(try #require(plan.video))
        let audioTracks = plan.audio.map(SampleResults.audio)
        for (chunks, audioTracks) in [
            (Array(chunks.dropLast()), audioTracks), (chunks + chunks, audioTracks), (chunks, []),
            (chunks.map { $0.replacing([]) }, audioTracks),
        ] {
            #expect(throws: InternalError.self) {
                _ = try Presentation(plan, video: chunks, audio: audioTracks)
            }
        }
    }

    @Test func corruptionIsAWarning() throws {
        let plan = try plan()
        let chunks = SampleResults.chunks(try #require(plan.video)).map {
            ChunkResult(
                rungs: $0.rungs,
                corruption: [CorruptRange(start: Rational(1), end: Rational(2), isMissing: true)],
                corruptPackets: 1, tiles: [], poster: nil)
        }
        let corrupt = try Presentation(
            plan, video: chunks, audio: plan.audio.map(SampleResults.audio))
        #expect(corrupt.findings.map(\.code) == [.damaged])
        #expect(corrupt.findings.first?.severity == .warning)
        #expect(try presentation(plan).findings.isEmpty)
    }

    @Test func audioOnlyPackageHasOneVariant() throws {
        let whole = try plan()
        let plan = EncodingPlan(
            container: .fmp4, startingRate: 2_000_000, video: nil,
            audio: Array(whole.audio.prefix(1)), captions: [],
            duration: whole.duration, findings: [])
        let multivariant = try playlists(plan).multivariant
        #expect(multivariant.variants.map(\.uri) == ["audio/en/playlist.m3u8"])
        #expect(multivariant.variants[0].codecs == ["mp4a.40.2"])
        #expect(multivariant.variants[0].resolution == nil)
        #expect(multivariant.variants[0].audioGroup == nil && multivariant.renditions.isEmpty)
        #expect(multivariant.iFrameVariants.isEmpty)
    }

    @Test func audioOnlyPackageHasTheDefaultTrackAsVariantAndAllAsRenditions() throws {
        let audioTracks = [
            SamplePlan.audio(1, "en"), SamplePlan.audio(2, "de", isDefault: true),
        ]
        let whole = try SamplePlan.plan(SamplePlan.info(audioTracks: audioTracks))
        let plan = EncodingPlan(
            container: .fmp4, startingRate: 2_000_000, video: nil, audio: whole.audio, captions: [],
            duration: whole.duration, findings: [])
        let playlists = try playlists(plan)
        let variant = try #require(playlists.multivariant.variants.first)
        #expect(playlists.multivariant.variants.count == 1)
        #expect(variant.uri == "audio/de/playlist.m3u8")
        #expect(variant.audioGroup == "audio")
        // Each track has 96,000 bytes in 6 s and as many in the next 2 s: 192,000 bits per second.
        #expect(variant.bandwidth == 384_000)
        let uris = playlists.multivariant.renditions.map(\.uri)
        #expect(uris == ["audio/en/playlist.m3u8", "audio/de/playlist.m3u8"])
        #expect(playlists.multivariant.renditions.map(\.isDefault) == [false, true])
    }

    /// RFC 8216, 4.3.4.2: captions count in BANDWIDTH, and every variant names their group.
    ///
    /// A header has 52 bytes and the caption cue 33, in segments of 6, 6 and 2 s: 85, 85 and 52 bytes. The last two are the
    /// run with the highest rate, 137 x 8 bits in 8 s; on average, 222 x 8 bits in 14 s are 127 bits per second. Video has
    /// peaks of 1,000,000 and 500,000, and averages of 685,715 and 342,858.
    @Test func captionSegmentsMatchVideoSegments() throws {
        let cues = [CaptionCue(start: 5_000, end: 7_000, text: "x")]
        let info = CaptionInfo(
            stream: 3, file: nil, channel: nil, format: "subrip", language: "en", isDefault: false,
            isForced: true, isForHearingImpaired: false, cueCount: 1)
        let plan = try SamplePlan.plan(
            SamplePlan.info(audioTracks: []), captions: [CaptionSource(info: info, cues: cues)])
        let playlists = try playlists(plan)
        let captions = try #require(playlists.captions.first)
        let header = "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n\n"
        let cue = "00:00:05.000 --> 00:00:07.000\nx\n\n"
        #expect(captions.texts == [header + cue, header + cue, header])
        #expect(captions.path == "captions/en")
        #expect(captions.byteCount == 222)
        #expect(
            captions.playlist.text == """
                #EXTM3U
                #EXT-X-VERSION:3
                #EXT-X-TARGETDURATION:6
                #EXT-X-MEDIA-SEQUENCE:0
                #EXT-X-PLAYLIST-TYPE:VOD
                #EXT-X-INDEPENDENT-SEGMENTS
                #EXTINF:6.000000,
                00000.vtt
                #EXTINF:6.000000,
                00001.vtt
                #EXTINF:2.000000,
                00002.vtt
                #EXT-X-ENDLIST

                """)
        let multivariant = playlists.multivariant
        #expect(multivariant.subtitles.map(\.isForced) == [true])
        #expect(multivariant.variants.map(\.subtitleGroup) == ["subs", "subs"])
        #expect(multivariant.variants.map(\.bandwidth) == [1_000_137, 500_137])
        #expect(multivariant.variants.map(\.averageBandwidth) == [685_842, 342_985])
    }

    /// The preset for short clips starts with the variant nearest to 300 kb/s, for slow connections.
    @Test(arguments: [
        ([2_400_000, 1_000_000, 280_000], "288p"), ([900_000, 320_000, 100_000], "480p"),
    ])
    func presetSetsTheStartingRate(rates: [Int], first: String) throws {
        let plan = try SamplePlan.plan(SamplePlan.info(audioTracks: []), preset: "shorts")
        let chunks = SampleResults.chunks(try #require(plan.video), rates: rates)
        let playlists = try HLSPlaylists(Presentation(plan, video: chunks, audio: []))
        #expect(playlists.multivariant.variants.first?.uri == "video/\(first)/playlist.m3u8")
    }

    @Test(arguments: [
        (0, "00000.m4s"), (7, "00007.m4s"), (12_345, "12345.m4s"), (123_456, "123456.m4s"),
    ])
    func fileNamesSortByNumber(index: Int, name: String) {
        #expect(PackagePaths.file(index, "m4s") == name)
    }
}
