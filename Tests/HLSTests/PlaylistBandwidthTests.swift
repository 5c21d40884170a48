import HLS
import MediaUnits
import TestSupport
import Testing

/// RFC 8216, 4.1 and 4.3.4.2: a client never computes more from `EXTINF` and sizes than the declared rates.
@Suite struct PlaylistBandwidthTests {
    private func segment(_ duration: Rational, _ byteCount: Int) -> Segment {
        Segment(uri: "0.m4s", duration: duration, byteCount: byteCount)
    }

    /// 3,750,000 bytes in 3.0000004 s are 9,999,998.7 bits per second; in the 3.000000 s of `EXTINF` they are 10,000,000.
    @Test func ratesAreComputedFromPrintedDurations() {
        let playlist = MediaPlaylist(segments: [
            segment(Rational(30_000_004, 10_000_000), 3_750_000)
        ])
        #expect(playlist.text.contains("#EXTINF:3.000000,\n"))
        #expect(playlist.peakBandwidth == 10_000_000)
        #expect(playlist.averageBandwidth == 10_000_000)
    }

    /// 2.9 s and 6.1000004 s print as 9.000000 s together, one and a half targets of 6 s: 10,125 bytes in a run.
    ///
    /// Were they longer, the run would not count, and 6.1 s with 1,125 bytes would be the peak.
    @Test func runsHavePrintedDurations() {
        let playlist = MediaPlaylist(
            segments: [
                segment(Rational(29, 10), 9_000), segment(Rational(61_000_004, 10_000_000), 1_125),
            ])
        #expect(playlist.targetDuration == 6)
        #expect(playlist.peakBandwidth == 9_000)
    }

    @Test(arguments: 0..<20)
    func declaredRatesAreThoseOfTheText(seed: UInt64) throws {
        var random = SplitMix(state: seed)
        for _ in 0..<100 {
            // Ticks of frames, of audio packets, and arbitrary ones.
            let tick = random.one(of: [
                Rational(1001, 30_000), Rational(1, 25), Rational(1024, 44_100),
                Rational(1, 90_000),
                Rational(1, random.number(1...900_000)),
            ])
            let longest = max(1, (Rational(10) / tick).floor)
            let playlist = MediaPlaylist(
                segments: (0..<random.number(1...30)).map { _ in
                    segment(
                        tick * random.logarithmic(1...longest), random.logarithmic(1...10_000_000))
                }, minimumTargetDuration: random.number(1...12))
            let sizes = playlist.segments.map(\.byteCount)
            let printed = try PrintedRates(of: playlist.text, byteCounts: sizes)
            #expect(playlist.peakBandwidth == printed.peak)
            #expect(playlist.averageBandwidth == printed.average)
        }
    }
}
