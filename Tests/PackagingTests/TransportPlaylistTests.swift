import HLS
import MediaTestSupport
import MediaUnits
import Testing

@testable import MediaModel
@testable import Packaging

/// Whole playlists of packages of MPEG-TS: 14 s of 1280x720.
@Suite struct TransportPlaylistTests {
    private func playlists(
        _ audioTracks: [AudioInfo], captions: [CaptionSource] = []
    ) throws -> HLSPlaylists {
        let plan = try SamplePlan.plan(
            SamplePlan.info(audioTracks: audioTracks), captions: captions, preset: "hls-ts")
        return try HLSPlaylists(
            Presentation(
                plan, video: plan.video.map(SampleResults.chunks) ?? [],
                audio: plan.audio.map(SampleResults.audio)))
    }

    /// Version 3, without tags that old players reject.
    @Test func singleAudioTrackIsMuxedIntoTheVariants() throws {
        let playlists = try playlists([SamplePlan.audio(1, "en")])
        let text = playlists.multivariant.text
        #expect(text.contains("#EXT-X-VERSION:3\n"))
        #expect(!text.contains("EXT-X-MEDIA") && !text.contains("AUDIO="))
        #expect(playlists.audio.isEmpty)
        #expect(
            playlists.multivariant.variants.allSatisfy {
                $0.codecs == ["avc1.64001f", "mp4a.40.2"]
            })
        #expect(
            playlists.multivariant.variants.map(\.bandwidth).sorted()
                == playlists.video.map(\.peak).sorted())
    }

    /// RFC 8216, 4.3.4.2.1: a rendition without URI is in the variants' segments; others add to BANDWIDTH.
    @Test func otherAudioTracksAreSeparateRenditions() throws {
        let audioTracks = [SamplePlan.audio(1, "de"), SamplePlan.audio(2, "en", isDefault: true)]
        let playlists = try playlists(audioTracks)
        let media = playlists.multivariant.text.split(separator: "\n").filter {
            $0.hasPrefix("#EXT-X-MEDIA")
        }
        #expect(
            media == [
                """
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="German",LANGUAGE="de",DEFAULT=NO,\
                AUTOSELECT=YES,CHANNELS="2",URI="audio/de/playlist.m3u8"
                """,
                """
                #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="English",LANGUAGE="en",DEFAULT=YES,\
                AUTOSELECT=YES,CHANNELS="2"
                """,
            ])
        #expect(playlists.multivariant.text.contains("#EXT-X-VERSION:4\n"))
        #expect(playlists.audio.map(\.media.path) == ["audio/de"])
        let peaks = playlists.video.map { $0.peak + playlists.audio[0].peak }
        #expect(playlists.multivariant.variants.map(\.bandwidth).sorted() == peaks.sorted())
    }

    @Test func loudnessOfMuxedAudioIsReported() throws {
        let measured = MeasuredLoudness(integrated: -20.3, truePeak: -1.1)
        let loudness = LoudnessResult(
            target: -16, ceiling: -1, before: measured, gain: 0, after: measured)
        let plan = try SamplePlan.plan(
            SamplePlan.info(audioTracks: [SamplePlan.audio(1, "en")]), preset: "hls-ts")
        let presentation = try Presentation(
            plan, video: plan.video.map(SampleResults.chunks) ?? [],
            audio: plan.audio.map { SampleResults.audio($0).with(loudness) })
        #expect(presentation.muxedAudio?.loudness == loudness)
        #expect(presentation.findings.contains { $0.code == .loudnessLimited })
    }

    @Test func mediaPlaylistMatchesItsText() throws {
        let text = try playlists([]).video[0].playlist.text
        let expected = """
            #EXTM3U
            #EXT-X-VERSION:3
            #EXT-X-TARGETDURATION:6
            #EXT-X-MEDIA-SEQUENCE:0
            #EXT-X-PLAYLIST-TYPE:VOD
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXTINF:6.000000,
            00000.ts
            #EXTINF:6.000000,
            00001.ts
            #EXTINF:2.000000,
            00002.ts
            #EXT-X-ENDLIST

            """
        #expect(text == expected)
    }

    /// RFC 8216, 7: byte ranges and I-frame playlists need version 4; EXT-X-MAP would need 5.
    @Test func iFramePlaylistHasVersion4() throws {
        let lines = try #require(try playlists([]).video[0].iFrames).text.split(separator: "\n")
        #expect(lines[1] == "#EXT-X-VERSION:4")
        #expect(
            lines[6...9].elementsEqual([
                "#EXT-X-I-FRAMES-ONLY", "#EXTINF:2.000000,", "#EXT-X-BYTERANGE:20000@0", "00000.ts",
            ]))
    }

    /// RFC 8216, 3.5: X-TIMESTAMP-MAP maps caption times to the segments' timestamps, which start at 10 s.
    @Test func captionsMapToTheSegmentsTimestamps() throws {
        let info = CaptionInfo(
            stream: 3, file: nil, channel: nil, format: "subrip", language: "en", isDefault: false,
            isForced: false, isForHearingImpaired: false, cueCount: 1)
        let cues = [CaptionCue(start: 5_000, end: 7_000, text: "x")]
        let playlists = try playlists([], captions: [CaptionSource(info: info, cues: cues)])
        let captions = try #require(playlists.captions.first)
        #expect(
            captions.texts.allSatisfy { $0.contains("LOCAL:00:00:00.000,MPEGTS:900000\n") })
        #expect(captions.playlist.text.contains("#EXT-X-VERSION:3\n"))
    }
}
