import MediaModel
import MediaTestSupport
import MediaUnits
import Presets
import Testing
import VideoCodecs

@testable import Planning

@Suite struct CeilingPredictionTests {
    private func video(peak: Int?) throws -> VideoInfo {
        let info = try #require(try SamplePlan.info(audioTracks: []).video)
        return VideoInfo(
            stream: info.stream, codec: info.codec, profile: nil, codedSize: info.codedSize,
            sampleAspectRatio: info.sampleAspectRatio, orientation: info.orientation,
            displaySize: info.displaySize, pixels: info.pixels, dynamicRange: info.dynamicRange,
            isInterlaced: false, frameRate: info.frameRate, frameCount: info.frameCount,
            keyframeCount: info.keyframeCount, start: info.start, end: info.end,
            content: ContentInfo(kind: .camera, start: nil, middle: nil, peakBitrate: peak))
    }

    private func rungs() throws -> [RungPlan] {
        try #require(try SamplePlan.plan(SamplePlan.info(audioTracks: [])).video).rungs
    }

    /// 3.5 times the peak; the point's CRF of 25 has the quality of 23, and two steps below 25 are 1.26; 360p has 0.75 less, and with
    /// a quarter of the pixels 0.379 of the rate (4 to the power of -0.7).
    @Test func upperRateFollowsThePeak() throws {
        let (video, rungs) = (try video(peak: 1_000_000), try rungs())
        #expect(rungs.map(\.size.pixelCount) == [1280 * 720, 640 * 360])
        #expect(rungs.map(\.crf) == [25, 24.25])
        let rates = rungs.compactMap { CeilingPrediction.upperRate(of: video, $0) }
        #expect(rates.map { $0.rounded() } == [4_409_724, 1_822_209])
    }

    /// The ceilings of hls-ladder are 3000k and 900k; 0.7 of them is the limit.
    @Test(arguments: [
        (330_000, [false, false]), (340_000, [false, false]), (400_000, [false, true]),
        (470_000, [false, true]), (480_000, [true, true]), (5_000_000, [true, true]),
    ])
    func ceilingsBindAboveTheBound(peak: Int, binds: [Bool]) throws {
        let video = try video(peak: peak)
        let rungs = try rungs()
        #expect(rungs.map(\.ceiling) == [3_000_000, 900_000])
        #expect(
            rungs.map { CeilingPrediction.mayBind($0, of: video, with: .init(point: .balanced)) }
                == binds
        )
    }

    @Test func unknownPeakBinds() throws {
        let rungs = try rungs()
        for peak in [nil, 0] {
            let video = try video(peak: peak)
            #expect(
                rungs.allSatisfy {
                    CeilingPrediction.mayBind($0, of: video, with: .init(point: .balanced))
                })
        }
    }

    /// The bound was measured without them.
    @Test(arguments: [
        Video.Encoder(point: .balanced, tune: "grain"),
        Video.Encoder(point: .balanced, options: ["psy-rd": "1.5,0"]),
    ])
    func tunesAndOptionsBindWithoutAProbeEncode(encoder: Video.Encoder) throws {
        let video = try video(peak: 340_000)
        for rung in try rungs() {
            #expect(CeilingPrediction.mayBind(rung, of: video, with: encoder))
            #expect(!CeilingPrediction.mayBind(rung, of: video, with: .init(point: .balanced)))
        }
    }

    /// A probe encode has the tune and the options, and prevails over the bound of the peak.
    @Test(arguments: [
        Video.Encoder(point: .balanced), Video.Encoder(point: .balanced, tune: "grain"),
    ])
    func predictionOfAProbeEncodeDecides(encoder: Video.Encoder) throws {
        let rung = try rungs()[0]
        #expect(rung.ceiling == 3_000_000)
        for (peak, bitrate, binds) in [
            (5_000_000, 2_099_999, false), (5_000_000, 2_100_000, true), (1000, 2_100_000, true),
        ] {
            let predicted = rung.with(RatePrediction(bitrate: bitrate, xpsnr: 40, target: 40))
            #expect(
                try CeilingPrediction.mayBind(predicted, of: video(peak: peak), with: encoder)
                    == binds)
        }
    }
}
