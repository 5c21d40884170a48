import MediaUnits
import Testing

@testable import HLS

@Suite struct CuePointTagsTests {
    private func lines(_ cuePoints: [CuePoint], hasDate: Bool) -> [String] {
        var playlist = MediaPlaylist(
            segments: (0..<3).map {
                Segment(uri: "\($0).m4s", duration: Rational(6), byteCount: 1)
            },
            initialization: InitSegment(uri: "init.mp4"))
        playlist.cuePoints = cuePoints
        playlist.hasDate = hasDate
        return playlist.text.split(separator: "\n").dropFirst(7).map(String.init)
    }

    @Test func interstitialsAreDateRanges() {
        let list = "https://ads.example/\"a,b.json"
        let lines = lines(
            [
                CuePoint(.start, id: "pre", assetList: list),
                CuePoint(
                    .time(Rational(6)), id: "b \"1", duration: Rational(61, 2), assetList: list),
                CuePoint(.end, id: "post", assetList: list),
            ], hasDate: true)
        let tag = "#EXT-X-DATERANGE:ID="
        let ending = "X-ASSET-LIST=\"https://ads.example/%22a,b.json\",X-RESUME-OFFSET=0"
        let interstitial = "CLASS=\"com.apple.hls.interstitial\",START-DATE=\"1970-01-01T00:00:"
        #expect(
            lines == [
                "#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:00:00.000Z",
                tag + "\"pre\",\(interstitial)00.000Z\",CUE=\"PRE\",\(ending)",
                "#EXTINF:6.000000,", "0.m4s",
                tag + "\"b '1\",\(interstitial)06.000Z\",DURATION=30.500,\(ending)",
                "#EXTINF:6.000000,", "1.m4s",
                "#EXTINF:6.000000,", "2.m4s",
                tag + "\"post\",\(interstitial)18.000Z\",CUE=\"POST\",\(ending)",
                "#EXT-X-ENDLIST",
            ])
    }

    @Test func otherCuePointsAreMarked() {
        let lines = lines(
            [
                CuePoint(.time(Rational(1201, 200)), id: "a", duration: Rational(30)),
                CuePoint(.end, id: "b"),
            ], hasDate: false)
        // The nearest segment of audio starts some milliseconds earlier.
        #expect(
            lines == [
                "#EXTINF:6.000000,", "0.m4s",
                "#EXT-X-CUE-OUT:30.000", "#EXT-X-CUE-IN",
                "#EXTINF:6.000000,", "1.m4s", "#EXTINF:6.000000,", "2.m4s",
                "#EXT-X-CUE-OUT", "#EXT-X-CUE-IN", "#EXT-X-ENDLIST",
            ])
    }

    @Test(arguments: [
        (Rational(0), "1970-01-01T00:00:00.000Z"), (Rational(1001, 30), "1970-01-01T00:00:33.367Z"),
        (Rational(86_399_999, 1000), "1970-01-01T23:59:59.999Z"),
        (Rational(86_400 * 31), "1970-02-01T00:00:00.000Z"),
    ])
    func datesHaveMilliseconds(_ time: Rational, _ text: String) {
        #expect(ProgramDate.text(time) == text)
    }
}
