import MediaUnits
import Presets
import Testing
internal import VideoCodecs

@testable import MediaModel
@testable import Planning

/// Rungs are chosen by the short side, none is enlarged, and a size between rungs gets a rendition.
@Suite struct LadderPlannerTests {
    /// Three monitors side by side: two rungs of one level have the same size, which is encoded once.
    @Test(arguments: ["hls-ts", "shorts", "hls-ladder"])
    func veryWideVideoHasEachRungOnce(preset: String) throws {
        let planner = LadderPlanner(
            source: Resolution(width: 5760, height: 1080), gridRate: Rational(30),
            preset: try Preset.load(preset))
        let (rungs, dropped) = planner.plan(gop: 60, divisors: planner.divisors())
        #expect(Set(rungs.map(\.name)).count == rungs.count)
        #expect(rungs.count + dropped.count == planner.preset.ladder.count)
    }

    private func ladder(
        _ width: Int, _ height: Int, rate: Rational = Rational(30), preset: String = "hls-ladder"
    ) throws -> (rungs: [RungPlan], dropped: [DroppedRung]) {
        let preset = try Preset.load(preset)
        let planner = LadderPlanner(
            source: Resolution(width: width, height: height), gridRate: rate, preset: preset)
        return planner.plan(gop: (rate * 2).rounded, divisors: planner.divisors())
    }

    @Test(arguments: [
        (1920, 1080, ["1080p 1920x1080", "720p 1280x720", "360p 640x360"]),
        (1080, 1920, ["1080p 1080x1920", "720p 720x1280", "360p 360x640"]),
        (3840, 2160, ["1080p 1920x1080", "720p 1280x720", "360p 640x360"]),
        (1440, 1080, ["1080p 1440x1080", "720p 960x720", "360p 480x360"]),
        (1280, 720, ["720p 1280x720", "360p 640x360"]),
        (1070, 700, ["700p 1070x700", "360p 550x360"]),
        (640, 480, ["480p 640x480", "360p 480x360"]),
        (640, 360, ["360p 640x360"]),
        (320, 240, ["240p 320x240"]),
        (240, 320, ["240p 240x320"]),
        (1080, 1080, ["1080p 1080x1080", "720p 720x720", "360p 360x360"]),
        (2, 2, ["2p 2x2"]),
        (1, 1, ["2p 2x2"]),
    ])
    func sizesFollowTheShortSide(width: Int, height: Int, rungs: [String]) throws {
        let names = try ladder(width, height).rungs.map { "\($0.name) \($0.size)" }
        #expect(names == rungs)
    }

    /// 1.15 times 360 is 414, 1.15 times 720 is 828.
    @Test(arguments: [
        (short: 413, ["360p"]), (414, ["414p", "360p"]), (826, ["720p", "360p"]),
        (828, ["828p", "720p", "360p"]), (1078, ["1078p", "720p", "360p"]),
    ])
    func sourceSizeIsARungFrom115Percent(short: Int, names: [String]) throws {
        #expect(try ladder(short * 16 / 9, short).rungs.map(\.name) == names)
    }

    /// By pixels: 900 kb/s at 360, 3000 at 720, 6000 at 1080.
    @Test(arguments: [
        (short: 700, ceiling: 900_000 + 2_100_000 * (490_000 - 129_600) / 388_800),
        (900, 3_000_000 + 3_000_000 * (810_000 - 518_400) / 648_000),
        (180, 225_000), (240, 400_000), (8, 64_000),
    ])
    func ceilingOfSourceSizeIsInterpolatedByPixels(short: Int, ceiling: Int) throws {
        let top = try ladder(short * 4 / 3, short).rungs[0]
        #expect(abs(top.ceiling - ceiling) <= 1)
        #expect(top.options["maxrate"] == "\(top.ceiling)")
        // hls-ladder: buffers of 1.5 s.
        let buffer = try #require(top.options["bufsize"].flatMap { Int($0) })
        #expect(abs(Double(buffer) / Double(top.ceiling) - 1.5) < 0.001)
    }

    /// Both sides are even, since 4:2:0 needs it, and off by less than a pixel.
    @Test(arguments: [
        Resolution(width: 161, height: 121), Resolution(width: 121, height: 161),
        Resolution(width: 1070, height: 700), Resolution(width: 853, height: 480),
        Resolution(width: 787, height: 576), Resolution(width: 199, height: 112),
        Resolution(width: 1919, height: 1079), Resolution(width: 333, height: 777),
        Resolution(width: 479, height: 361), Resolution(width: 2048, height: 858),
    ])
    func sidesAreEvenAtTheSourceAspectRatio(source: Resolution) throws {
        for rung in try ladder(source.width, source.height).rungs {
            #expect(rung.size.width % 2 == 0 && rung.size.height % 2 == 0)
            #expect(rung.size.shortSide <= source.shortSide)
            let long = Rational(source.longSide, source.shortSide) * rung.size.shortSide
            let error = Rational(rung.size.longSide) - long
            #expect(abs(error.doubleValue) <= 1, "\(rung.size) of \(source)")
        }
    }

    /// H.264, table A-1: the long side of a panorama would exceed the level.
    @Test(arguments: [(7680, 1080), (4096, 720), (1080, 7680), (3840, 360), (16_000, 400)])
    func veryWideVideoIsScaledToItsLevel(width: Int, height: Int) throws {
        for rung in try ladder(width, height).rungs {
            let level = try #require(rung.options["level"])
            #expect(
                VideoCodec.h264.model.level(level, supports: rung.size, frameRate: rung.frameRate),
                "\(rung.size) at \(level)")
            #expect(rung.name == "\(rung.size.shortSide)p")
        }
    }

    @Test func rungNamesAreUnique() throws {
        for (width, height) in [(7680, 1080), (16_000, 400), (1920, 1080), (40_000, 1080)] {
            let names = try ladder(width, height).rungs.map(\.name)
            #expect(Set(names).count == names.count, "\(width)x\(height): \(names)")
        }
    }

    @Test func droppedRungsHaveReasons() throws {
        let dropped = try ladder(1280, 720).dropped
        #expect(dropped.map(\.name) == ["1080p"])
        #expect(dropped[0].reason.contains("720 pixels"))
        #expect(try ladder(1920, 1080).dropped.isEmpty)
        // 700p replaces 720p.
        #expect(try ladder(1070, 700).dropped.map(\.name) == ["1080p"])
    }

    @Test(arguments: [
        (Rational(60), [1, 1, 2]), (Rational(60000, 1001), [1, 1, 2]), (Rational(30), [1, 1, 1]),
        (Rational(50), [1, 1, 2]), (Rational(48), [1, 1, 2]), (Rational(24), [1, 1, 1]),
    ])
    func rungRateIsGridRateByWholeNumber(rate: Rational, divisors: [Int]) throws {
        let rungs = try ladder(1920, 1080, rate: rate, preset: "hls-ladder-60").rungs
        #expect(rungs.map(\.divisor) == divisors)
        let gop = (rate * 2).rounded
        for rung in rungs {
            #expect(rung.frameRate == rate / rung.divisor)
            #expect(rung.gop * rung.divisor == gop)
            #expect(rung.options["g"] == "\(rung.gop)")
        }
    }

    /// The next higher rung that has all of its frames.
    @Test func eachRungIsScaledFromTheNextHigherOne() throws {
        #expect(try ladder(1920, 1080).rungs.map(\.scaledFrom) == [nil, 0, 1])
        let fast = try ladder(1920, 1080, rate: Rational(60), preset: "hls-ladder-60").rungs
        #expect(fast.map(\.scaledFrom) == [nil, 0, 1])
    }

    /// A frame has more ticks than an encoder's delay has frames.
    @Test(arguments: [
        (Rational(30), 30_000, 1_000), (Rational(30000, 1001), 30_000, 1_001),
        (Rational(24000, 1001), 24_000, 1_001), (Rational(25), 25_000, 1_000),
        (Rational(60), 60_000, 1_000), (Rational(25, 2), 25_000, 2_000),
        (Rational(1), 10_000, 10_000),
    ])
    func frameHasAWholeNumberOfTicks(rate: Rational, timescale: Int, ticks: Int) {
        let (found, perFrame) = LadderPlanner.timescale(rate)
        #expect(found == timescale)
        #expect(perFrame == ticks)
        #expect(Rational(found, perFrame) == rate)
    }

    /// H.264 first; each rung is scaled from the smallest one of any codec that is not smaller.
    @Test func eachCodecHasItsLadder() throws {
        let (rungs, dropped) = try ladder(1920, 1080, preset: "hevc-h264")
        #expect(rungs.map(\.name) == ["1080p", "720p", "360p", "1080p-hevc", "720p-hevc"])
        #expect(rungs.map(\.codec) == [.h264, .h264, .h264, .hevc, .hevc])
        #expect(rungs.map(\.scaledFrom) == [nil, 0, 1, 0, 1])
        #expect(dropped.isEmpty)
    }

    @Test func sourceSizeHasTheCodecInItsName() throws {
        let (rungs, dropped) = try ladder(1070, 700, preset: "hevc-h264")
        #expect(rungs.map(\.name) == ["700p", "360p", "700p-hevc"])
        #expect(rungs.map(\.scaledFrom) == [nil, 0, 0])
        #expect(Set(dropped.map(\.name)) == ["1080p", "1080p-hevc"])
    }

    /// A better quality may have more bits, also of uploads that are smaller than the presets' sizes.
    @Test(arguments: [(1920, 1080), (1280, 720), (960, 540), (640, 360), (320, 240), (176, 144)])
    func betterQualitiesHaveHigherCeilings(width: Int, height: Int) throws {
        let ceilings = try ["low", "medium", "high"].map {
            try #require(ladder(width, height, preset: "compress-\($0)").rungs.first).ceiling
        }
        #expect(ceilings[0] < ceilings[1] && ceilings[1] < ceilings[2], "\(ceilings)")
    }

    /// One thread, closed GOPs of one length, the ceiling, no encoder information in the stream.
    @Test func x265OptionsFollowThePlan() throws {
        let (rungs, _) = try ladder(1280, 720, preset: "hevc-h264")
        let options = try #require(rungs.last).options
        let parameters = (options["x265-params"] ?? "").split(separator: ":").map(String.init)
        for wanted in [
            "keyint=60", "min-keyint=60", "scenecut=0", "open-gop=0", "vbv-maxrate=2000",
            "vbv-bufsize=3000", "level-idc=3.1", "pools=none", "frame-threads=1", "wpp=0", "info=0",
        ] {
            #expect(parameters.contains(wanted), "\(wanted)")
        }
        #expect(options["x264-params"] == nil && options["profile"] == "main")
    }
}
