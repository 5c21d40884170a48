import MediaUnits
import Testing

@testable import VideoCodecs

/// The options that the points of docs/encoding.md mean.
@Suite struct OperatingPointTests {
    private static let sizes = ["360p": (640, 360), "720p": (1280, 720), "1080p": (1920, 1080)]

    private func settings(
        _ speed: EncoderSpeed, size: (Int, Int) = (1280, 720),
        content: VideoContent = .camera, temporalComplexity: TemporalComplexity = .medium,
        tune: String? = nil, options: [String: String] = [:], profile: Profile = .high
    ) -> EncoderSettings {
        EncoderSettings(
            size: Resolution(width: size.0, height: size.1), frameRate: Rational(30), gop: 60,
            profile: profile, level: "3.1", crf: 24.5, maxrate: 3_000_000, bufsize: 4_500_000,
            speed: speed, content: content,
            temporalComplexity: temporalComplexity, tune: tune, options: options)
    }

    private func parameters(_ settings: EncoderSettings) -> [Substring] {
        (H264().options(settings)["x264-params"] ?? "").split(separator: ":")
    }

    /// A preset has the options of the versions before operating points, so that it makes the same bytes.
    @Test func optionsOfAPresetAreThoseBeforePoints() {
        #expect(
            H264().options(settings(.preset("veryfast"))) == [
                "preset": "veryfast", "profile": "high", "g": "60", "crf": "24.5",
                "color_range": "tv", "colorspace": "bt709", "color_primaries": "bt709",
                "color_trc": "bt709", "level": "3.1", "maxrate": "3000000",
                "bufsize": "4500000", "keyint_min": "60", "sc_threshold": "0",
                "flags": "+cgop", "a53cc": "0", "x264-params": "zones=0,0,b=1.4",
            ])
    }

    @Test(arguments: [
        (
            OperatingPoint.economy, "720p", "superfast",
            "b-adapt=1:bframes=0:cpu-independent=1:deadzone-inter=11:deadzone-intra=6:mbtree=1:partitions=i8x8:rc-lookahead=8:subme=1:zones=0,0,b=1.4"
        ),
        (
            .economy, "360p", "superfast",
            "b-adapt=1:bframes=0:cpu-independent=1:deadzone-inter=11:deadzone-intra=6:mbtree=1:partitions=i8x8,i4x4,p8x8,b8x8:rc-lookahead=10:subme=1:zones=0,0,b=1.4"
        ),
        (
            .balanced, "720p", "superfast",
            "b-adapt=1:bframes=0:cpu-independent=1:deadzone-inter=11:deadzone-intra=6:mbtree=1:partitions=i8x8:rc-lookahead=8:subme=1:trellis=1:zones=0,0,b=1.4"
        ),
        (
            .balanced, "1080p", "superfast",
            "b-adapt=1:bframes=0:cpu-independent=1:deadzone-inter=11:deadzone-intra=6:mbtree=1:partitions=i8x8:rc-lookahead=8:subme=1:zones=0,0,b=1.4"
        ),
        (
            .quality, "1080p", "veryfast",
            "b-adapt=1:cpu-independent=1:rc-lookahead=10:subme=4:trellis=1:zones=0,0,b=1.4"
        ),
    ])
    func parametersOfAPoint(
        point: OperatingPoint, size: String, preset: String, parameters: String
    ) throws {
        let size = try #require(Self.sizes[size])
        let options = H264().options(settings(.point(point), size: size))
        #expect(options["preset"] == preset)
        #expect(options["x264-params"] == parameters)
    }

    /// x264 has two names for some parameters; the last of its options would apply.
    @Test(arguments: [
        (["subme": "7"], "subme=7", "subme=1"), (["subq": "7"], "subq=7", "subme=1"),
        (["trellis": "2"], "trellis=2", "trellis=1"),
        (["analyse": "none"], "analyse=none", "partitions=i8x8"),
        (["b-adapt": "2"], "b-adapt=2", "b-adapt=1"),
    ])
    func optionsReplaceThoseOfThePoint(options: [String: String], own: String, replaced: String) {
        let parameters = parameters(settings(.point(.balanced), options: options))
        #expect(parameters.contains(Substring(own)))
        #expect(!parameters.contains(Substring(replaced)))
    }

    /// H.264, A.2.1.
    @Test(arguments: OperatingPoint.allCases, VideoContent.allCases)
    func baselineHasNoBFrames(point: OperatingPoint, content: VideoContent) {
        let settings = settings(
            .point(point), content: content, temporalComplexity: .low, profile: .baseline)
        let bFrames = parameters(settings).first { $0.hasPrefix("bframes=") }
        #expect(bFrames == (point == .quality ? nil : "bframes=0"))
        #expect(H264().contentQuality(settings) == settings.crf)
    }

    /// Only `balanced` below 1080p has B-frames by the content: a fixed pattern where frames predict each other well.
    @Test(arguments: OperatingPoint.allCases, ["1080p", "720p", "360p"])
    func bFramesDependOnTheContent(point: OperatingPoint, name: String) throws {
        let size = try #require(Self.sizes[name])
        let other = settings(.point(point), size: size)
        let predictable = settings(.point(point), size: size, temporalComplexity: .low)
        let screen = settings(.point(point), size: size, content: .screen)
        guard point == .balanced, name != "1080p" else {
            #expect(parameters(predictable) == parameters(other))
            #expect(H264().contentQuality(predictable) == predictable.crf)
            #expect(parameters(screen).contains("b-adapt=1"))
            return
        }
        #expect(parameters(other).contains("bframes=0"))
        for settings in [predictable, screen] {
            let parameters = parameters(settings)
            #expect(parameters.contains("bframes=3"))
            #expect(parameters.contains("partitions=i8x8,i4x4,p8x8,b8x8"))
        }
        #expect(parameters(predictable).contains("b-adapt=0"))
        #expect(parameters(screen).contains("b-adapt=1"))
        #expect(H264().contentQuality(predictable) == predictable.crf - 1)
        #expect(H264().contentQuality(screen) == screen.crf - (name == "360p" ? 0.75 : 0))
    }

    /// Small partitions do not predict noise.
    @Test(arguments: ["1080p", "720p", "360p"])
    func noiseHasNoSmallPartitions(name: String) throws {
        let size = try #require(Self.sizes[name])
        for point in [OperatingPoint.economy, .balanced] {
            let noisy = settings(.point(point), size: size, temporalComplexity: .high)
            let other = parameters(settings(.point(point), size: size))
            let isWithout = point == .balanced && name == "360p"
            #expect(
                parameters(noisy)
                    == other.map {
                        isWithout && $0.hasPrefix("partitions") ? "partitions=i8x8" : $0
                    })
            #expect(H264().contentQuality(noisy) == noisy.crf - (isWithout ? 0.75 : 0))
        }
    }

    /// A preset whose options have no trellis has its own CRF.
    @Test func qualityOfTheTrellisNeedsTheTrellis() {
        let own = settings(.point(.balanced), size: (640, 360), options: ["trellis": "0"])
        #expect(H264().contentQuality(own) == own.crf)
    }

    /// Where the CPU time of a trellis is small; 1080p needs fewer bits than `veryfast` without.
    @Test(arguments: ["1080p", "720p", "360p"])
    func balancedHasATrellisBelow1080p(name: String) throws {
        let size = try #require(Self.sizes[name])
        for content in VideoContent.allCases {
            for complexity in [TemporalComplexity.low, .medium, .high] {
                let parameters = parameters(
                    settings(
                        .point(.balanced), size: size, content: content,
                        temporalComplexity: complexity))
                #expect(parameters.contains("trellis=1") == (name != "1080p"))
                #expect(parameters.contains("subme=1"))
            }
        }
    }

    /// A preset whose tune or options replace the fixed pattern has its own CRF.
    @Test(
        arguments: [(nil, "b-adapt"), (nil, "bframes"), ("zerolatency", nil)]
            as [(String?, String?)])
    func qualityOfThePatternNeedsThePattern(tune: String?, option: String?) {
        let settings = settings(
            .point(.balanced), temporalComplexity: .low, tune: tune,
            options: option.map { [$0: "1"] } ?? [:])
        #expect(H264().contentQuality(settings) == settings.crf)
    }

    /// Text needs small intra blocks; elsewhere, they save nothing in large frames.
    @Test func largeFramesOfScreensHaveSmallIntraBlocks() {
        for point in [OperatingPoint.economy, .balanced] {
            let camera = parameters(settings(.point(point), size: (1920, 1080)))
            let screen = parameters(settings(.point(point), size: (1920, 1080), content: .screen))
            #expect(camera.contains("partitions=i8x8"))
            #expect(!screen.contains { $0.hasPrefix("partitions") })
            let main = parameters(settings(.point(point), size: (1920, 1080), profile: .main))
            #expect(!main.contains { $0.hasPrefix("partitions") })
        }
    }

    @Test func tuneReplacesParametersOfThePoint() {
        let grain = parameters(settings(.point(.balanced), tune: "grain"))
        #expect(!grain.contains { $0.hasPrefix("deadzone") })
        #expect(grain.contains("subme=1"))
        let latency = parameters(settings(.point(.balanced), tune: "zerolatency"))
        #expect(!latency.contains { $0.hasPrefix("mbtree") || $0.hasPrefix("rc-lookahead") })
        for tune in ["animation", "zerolatency"] {
            let parameters = parameters(settings(.point(.balanced), tune: tune))
            #expect(!parameters.contains { $0.hasPrefix("bframes") })
        }
    }

    /// Each point of each codec has options of its own, more CPU time than the point before, and a CRF in the codec's range.
    @Test(arguments: VideoCodec.all)
    func everyCodecHasEveryPoint(codec: VideoCodec) {
        let points = OperatingPoint.allCases.map(EncoderSpeed.point)
        let options = points.map { codec.model.options(settings($0)) }
        #expect(Set(options).count == points.count)
        let costs = points.map(codec.model.encodingCost)
        #expect(costs == costs.sorted() && Set(costs).count == costs.count)
        for point in OperatingPoint.allCases {
            #expect(codec.model.qualityRange.contains(codec.model.defaultQuality(at: point)))
        }
    }

    @Test(arguments: VideoCodec.all)
    func costOfPresetsIncreasesWithTheirCompression(codec: VideoCodec) {
        let costs = EncoderSettings.presets.map { codec.model.encodingCost(.preset($0)) }
        #expect(costs == costs.sorted())
    }

    /// Three bytes per pixel for each frame of lookahead, and for each of two frames for a B-frame in a row; the point has no B-frames.
    @Test func memoryFollowsTheLookaheadAndBFrames() {
        let codec = H264()
        func memory(_ settings: EncoderSettings) -> Int {
            codec.encoderMemory(settings.size, frames: 180, options: codec.options(settings))
        }
        let balanced = memory(settings(.point(.balanced)))
        #expect(balanced == 1280 * 720 * (16 * 3 + 8) + 6 << 20)
        let own = memory(settings(.point(.balanced), options: ["rc-lookahead": "40"]))
        #expect(own - balanced == 32 * 3 * 1280 * 720)
        // x264 reads prefixes of other bases, as strtol(3) does.
        let octal = memory(settings(.point(.balanced), options: ["rc-lookahead": "050"]))
        let hexadecimal = memory(settings(.point(.balanced), options: ["rc-lookahead": "0x28"]))
        #expect(octal == own && hexadecimal == own)
        #expect(memory(settings(.preset("veryfast"))) - balanced == 8 * 3 * 1280 * 720)
        #expect(memory(settings(.preset("medium"))) - own == 6 * 3 * 1280 * 720)
        // `veryslow` has 8 B-frames in a row, `placebo` 16, `ultrafast` none.
        let slow = [("slower", 3), ("veryslow", 8), ("placebo", 16)].map { name, bFrames in
            memory(settings(.preset(name))) - 2 * bFrames * 3 * 1280 * 720
        }
        #expect(Set(slow).count == 1)
        #expect(memory(settings(.preset("ultrafast"))) - balanced == 2 * 3 * 1280 * 720)
    }

    /// Level 3.1 has 5 frames of 1280x720.
    @Test(arguments: ["6", "16", "0x10", "020", "+9"])
    func referencesAreThoseOfTheLevel(count: String) {
        #expect(parameters(settings(.point(.balanced), options: ["ref": count])).contains("ref=5"))
    }

    @Test(
        arguments: [
            ("16", 16), ("0x1F", 31), ("017", 15), ("0", 0), ("-1", -1), ("+2", 2), ("0x", nil),
            ("08", nil), ("1.5", nil), ("two", nil), ("", nil),
        ] as [(String, Int?)])
    func integersAreThoseOfTheEncoder(value: String, number: Int?) {
        #expect(X264Options().integer(value) == number)
    }

    @Test func fillOfTheBufferIsAParameterOfTheEncoder() {
        for (codec, name) in [(VideoCodec.h264, "x264-params"), (.hevc, "x265-params")] {
            let options = codec.model.options(settings(.point(.balanced)))
            let filled = codec.model.options(options, bufferFill: 0.25)
            #expect(filled[name] == options[name].map { $0 + ":vbv-init=0.25" })
            #expect(filled.filter { $0.key != name } == options.filter { $0.key != name })
        }
    }

    /// The AVX-512 code of x264 depends on memory that was never written, but for macroblock trees that do not depend on the
    /// processor.
    @Test(arguments: OperatingPoint.allCases)
    func onlyPointsHaveAVX512(point: OperatingPoint) {
        let codec = H264()
        func isLimited(_ settings: EncoderSettings) -> Bool {
            let options = codec.options(settings)
            let limited = codec.optionsForAVX512(options)
            #expect(
                limited == options
                    || limited["x264-params"]
                        == options["x264-params"].map {
                            $0 + ":asm=SSE2Fast,AVX2"
                        }
            )
            return limited != options
        }
        #expect(!isLimited(settings(.point(point))))
        for option in [
            "cpu-independent": "0", "no-cpu-independent": "1", "nocpu-independent": "1",
        ] {
            #expect(isLimited(settings(.point(point), options: [option.key: option.value])))
        }
        #expect(isLimited(settings(.preset("veryfast"))))
    }

    @Test func strictOptionsRejectUnknownParameters() {
        let options = H264().strictOptions(H264().options(settings(.point(.quality))))
        #expect(options["x264-params"] == nil)
        #expect(
            options["x264opts"]
                == "b-adapt=1:cpu-independent=1:rc-lookahead=10:subme=4:trellis=1:zones=0,0,b=1.4")
    }
}
