import MediaUnits
import Presets
import Testing
internal import VideoCodecs

@testable import MediaModel
@testable import Planning

/// The choice of levels: video raises the level of a rung that names none, up to a limit.
@Suite struct LevelChoiceTests {
    private func ladder(
        _ source: Resolution, rate: Rational = Rational(30), _ preset: Preset
    ) -> [RungPlan] {
        let planner = LadderPlanner(source: source, gridRate: rate, preset: preset)
        return planner.plan(gop: (rate * 2).rounded, divisors: planner.divisors()).rungs
    }

    private func texts(_ rungs: [RungPlan]) -> [String] {
        rungs.map { "\($0.name) \($0.size) \($0.level)" }
    }

    /// Macroblocks by table A-1 of H.264: 3600 at 3.1, 5120 at 3.2, 8192 at 4.0, 8704 at 4.2; a second of them is 108,000,
    /// 216,000, 245,760, 522,240.
    @Test(arguments: [
        // 94 x 45 = 4230.
        (Resolution(width: 1500, height: 720), ["720p 1500x720 3.2", "360p 750x360 3.0"]),
        (Resolution(width: 720, height: 1500), ["720p 720x1500 3.2", "360p 360x750 3.0"]),
        // 45 x 100 = 4500.
        (Resolution(width: 720, height: 1600), ["720p 720x1600 3.2", "360p 360x800 3.0"]),
        // 162 x 68 = 11,016: 144 x 60 = 8640 is allowed by 4.2.
        (
            Resolution(width: 2592, height: 1080),
            ["960p 2304x960 4.2", "720p 1728x720 3.2", "360p 864x360 3.0"]
        ),
        // 175 x 49 = 8575; 160 x 45 = 7200; 80 x 23 = 1840.
        (
            Resolution(width: 3840, height: 1080),
            ["784p 2788x784 4.2", "720p 2560x720 4.0", "360p 1280x360 3.1"]
        ),
        // 128 x 68 = 8704.
        (
            Resolution(width: 2048, height: 1080),
            ["1080p 2048x1080 4.2", "720p 1366x720 3.2", "360p 682x360 3.0"]
        ),
        // 100 x 63 = 6300: a source size has the lowest level.
        (
            Resolution(width: 1600, height: 1000),
            ["1000p 1600x1000 4.0", "720p 1152x720 3.1", "360p 576x360 3.0"]
        ),
    ])
    func wideVideoRaisesTheLevel(source: Resolution, rungs: [String]) throws {
        #expect(texts(ladder(source, try Preset.load("hls-ladder"))) == rungs)
    }

    /// 4230 macroblocks 60 times a second are 253,800: above 4.1's 245,760.
    @Test func highFrameRateRaisesTheLevel() throws {
        let rungs = ladder(
            Resolution(width: 1500, height: 720), rate: Rational(60),
            try Preset.load("hls-ladder-60"))
        #expect(texts(rungs) == ["720p 1500x720 4.2", "360p 750x360 3.0"])
    }

    /// Pixels by table A.8 of H.265: 983,040 at 3.1, 2,228,224 at 4 and 4.1.
    @Test(arguments: [
        (
            Resolution(width: 1500, height: 720), Rational(30),
            ["720p-hevc 1500x720 4.0", "360p-hevc 750x360 3.0"]
        ),
        (
            Resolution(width: 3840, height: 1080), Rational(30),
            ["790p-hevc 2808x790 4.0", "720p-hevc 2560x720 4.0", "360p-hevc 1280x360 3.0"]
        ),
        // 1,843,200 x 60 are 110,592,000 a second: 4.0 has 66,846,720, 4.1 133,693,440.
        (
            Resolution(width: 2560, height: 720), Rational(60),
            ["720p-hevc 2560x720 4.1", "360p-hevc 1280x360 3.1"]
        ),
    ])
    func levelOfHEVCIsRaised(source: Resolution, rate: Rational, rungs: [String]) {
        let preset = Preset(
            name: "a", description: "", video: Video(codec: .hevc, maxFrameRate: Rational(60)),
            ladder: [(1080, 4000), (720, 2000), (360, 600)].map { size, rate in
                Rung(
                    name: "\(size)p-hevc", codec: .hevc, size: size, maxrate: .kilobits(rate),
                    profile: .main, maxFrameRate: Rational(30))
            })
        let fast = Preset(
            name: "a", description: "", video: preset.video,
            ladder: preset.ladder.map {
                Rung(
                    name: $0.name, codec: .hevc, size: $0.size, maxrate: $0.maxrate, profile: .main)
            })
        #expect(texts(ladder(source, rate: rate, rate > Rational(30) ? fast : preset)) == rungs)
    }

    /// A level in a preset is a limit.
    @Test func namedLevelIsNotRaised() {
        let preset = Preset(
            name: "a", description: "",
            ladder: [
                Rung(name: "720p", size: 720, maxrate: .kilobits(3000), level: "3.1"),
                Rung(
                    name: "360p", size: 360, maxrate: .kilobits(900), profile: .main, level: "3.0"),
            ])
        let rungs = ladder(Resolution(width: 1500, height: 720), preset)
        #expect(texts(rungs) == ["656p 1366x656 3.1", "360p 750x360 3.0"])
        let high = Preset(
            name: "a", description: "",
            ladder: [Rung(name: "720p", size: 720, maxrate: .kilobits(3000), level: "5.1")])
        #expect(texts(ladder(Resolution(width: 1280, height: 720), high)) == ["720p 1280x720 5.1"])
        let wide = ladder(Resolution(width: 5120, height: 720), high)
        #expect(texts(wide) == ["720p 5120x720 5.1"])
    }

    /// The limit of large rungs, high frame rates and high ceilings is the level that 16:9 needs.
    @Test(arguments: [
        (Rung(name: "2160p", size: 2160, maxrate: .kilobits(20_000)), "5.1"),
        (Rung(name: "1440p", size: 1440, maxrate: .kilobits(9000)), "5.0"),
        (Rung(name: "1080p", size: 1080, maxrate: .kilobits(100_000)), "5.0"),
        (Rung(name: "1080p", size: 1080, maxrate: .kilobits(6000)), "4.2"),
        (Rung(name: "360p", size: 360, maxrate: .kilobits(900)), "4.2"),
        (
            Rung(
                name: "a", codec: .hevc, size: 2160, maxrate: .kilobits(9000), profile: .main),
            "5.0"
        ),
        (
            Rung(name: "a", codec: .hevc, size: 720, maxrate: .kilobits(2000), profile: .main),
            "4.1"
        ),
        (Rung(name: "a", size: 1080, maxrate: .kilobits(6000), level: "4.0"), "4.0"),
    ])
    func highestLevelIsLimited(rung: Rung, level: String) {
        #expect(rung.levels(in: Video()).highest == level)
    }

    /// The levels of shipped presets before plans chose them.
    private static let named = [
        "hls-ladder": ["1080p": "4.0", "720p": "3.1", "360p": "3.0"],
        "hls-ladder-60": ["1080p": "4.2", "720p": "3.2", "360p": "3.0"],
        "hls-ts": ["720p": "3.1", "480p": "3.1", "360p": "3.0", "240p": "2.1"],
        "hevc-h264": [
            "1080p-hevc": "4.0", "720p-hevc": "3.1", "1080p": "4.0", "720p": "3.1", "360p": "3.0",
        ],
        "shorts": ["1080p": "4.0", "720p": "3.1", "480p": "3.1", "288p": "2.1"],
        "compress-low": ["540p": "3.1"], "compress-medium": ["720p": "3.1"],
        "compress-high": ["1080p": "4.0"], "audio-only": [:],
    ]

    /// Equal levels are needed for equal bytes of segments.
    @Test(
        arguments: Preset.shipped,
        [
            Resolution(width: 1920, height: 1080), Resolution(width: 1440, height: 1080),
            Resolution(width: 1080, height: 1920),
        ])
    func levelsOfShippedPresetsAreUnchanged(name: String, source: Resolution) throws {
        let preset = try Preset.load(name)
        let named = try #require(Self.named[name])
        #expect(preset.ladder.allSatisfy { $0.level == nil })
        for rate in [preset.video.maxFrameRate, Rational(24), Rational(30000, 1001)] {
            let rungs = ladder(source, rate: rate, preset)
            #expect(
                Dictionary(rungs.map { ($0.name, $0.level) }, uniquingKeysWith: { $1 }) == named)
        }
    }

    /// Plans of video within the level are equal with and without a named level.
    @Test(arguments: ["hls-ladder", "hls-ladder-60", "hls-ts", "hevc-h264", "shorts"])
    func plansWithinTheLevelAreUnchanged(name: String) throws {
        let preset = try Preset.load(name)
        let before = Preset(
            name: preset.name, description: "", packaging: preset.packaging, video: preset.video,
            ladder: preset.ladder.map {
                Rung(
                    name: $0.name, codec: $0.codec, size: $0.size, crf: $0.crf,
                    maxrate: $0.maxrate, bufsize: $0.bufsize, profile: $0.profile,
                    level: Self.named[name]?[$0.name], maxFrameRate: $0.maxFrameRate)
            })
        let sizes = Dictionary(preset.ladder.map { ($0.name, $0.size) }) { $1 }
        var (same, wider) = (0, 0)
        for short in stride(from: 90, through: 2200, by: 70) {
            for shape in [(1, 1), (5, 4), (4, 3), (3, 2), (16, 9), (2, 1), (5, 2)] {
                let long = short * shape.0 / shape.1
                for source in [
                    Resolution(width: long, height: short), Resolution(width: short, height: long),
                ] {
                    let (old, new) = (ladder(source, before), ladder(source, preset))
                    let even = short / 2 * 2
                    let fitted = old.allSatisfy {
                        sizes[$0.name] == $0.size.shortSide || $0.size.shortSide == even
                    }
                    if fitted { same += 1 } else { wider += 1 }
                    if fitted { #expect(old == new, "\(source)") }
                }
            }
        }
        #expect(same > 200 && wider > 10)
    }

    /// The number of reference frames is limited by the level and the size.
    @Test(arguments: [
        (Resolution(width: 1280, height: 720), "5"), (Resolution(width: 960, height: 720), "5"),
        // 20,480 macroblocks of reference frames at 3.2, each of 4230.
        (Resolution(width: 1500, height: 720), "4"),
    ])
    func referenceFramesFitTheRaisedLevel(source: Resolution, references: String) throws {
        for name in ["ref", "frameref"] {
            let preset = Preset(
                name: "a", description: "",
                video: Video(encoder: .init(options: [name: "5", "bframes": "2"])),
                ladder: [Rung(name: "720p", size: 720, maxrate: .kilobits(3000))])
            let options = try #require(ladder(source, preset).first).options["x264-params"] ?? ""
            let parts = options.split(separator: ":")
            #expect(parts.contains("\(name)=\(references)") && parts.contains("bframes=2"))
        }
    }
}
