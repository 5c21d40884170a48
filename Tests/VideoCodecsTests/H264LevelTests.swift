import MediaUnits
import Testing

@testable import VideoCodecs

@Suite struct H264LevelTests {
    private let codec = H264()

    /// Table A-1, MaxDpbMbs, and at most 16 reference frames (A.3.1, h).
    @Test(arguments: [
        (H264.Level.level4, 1920, 1080, 4), (.level41, 1920, 1080, 4), (.level5, 1920, 1080, 13),
        (.level31, 1280, 720, 5), (.level3, 640, 360, 8), (.level51, 3840, 2160, 5),
        (.level31, 160, 120, 16),
    ])
    func maximumNumberOfReferences(level: H264.Level, width: Int, height: Int, count: Int) {
        #expect(level.maxReferences(of: Resolution(width: width, height: height)) == count)
    }

    /// ITU-T H.264, table A-6 and A.3.1: common formats, and the highest rates of levels.
    @Test(arguments: [
        (1920, 1080, Rational(30), H264.Level.level4), (1920, 1080, Rational(60), .level42),
        (1280, 720, Rational(30), .level31), (1280, 720, Rational(60), .level32),
        (640, 360, Rational(30), .level3), (960, 540, Rational(30), .level31),
        (176, 144, Rational(15), .level1), (3840, 2160, Rational(30), .level51),
        (3840, 2160, Rational(60000, 1001), .level52), (1080, 1920, Rational(30), .level4),
        (1920, 1080, Rational(30001, 1000), .level4), (1920, 1080, Rational(31), .level42),
    ])
    func lowestLevelSupportsTheFrameSize(
        width: Int, height: Int, frameRate: Rational, level: H264.Level
    ) {
        let size = Resolution(width: width, height: height)
        #expect(
            codec.lowestLevel {
                codec.level($0, supports: size, frameRate: frameRate)
            } == level.rawValue)
    }

    /// A.3.1, f and g: neither side above sqrt(8 x MaxFS) macroblocks, whatever the area.
    @Test func longSidesNeedHigherLevels() {
        let strip = Resolution(width: 2896, height: 64)
        #expect(H264.Level.level31.maxSide == 169)
        #expect(!H264.Level.level31.supports(strip, frameRate: Rational(1)))
        #expect(H264.Level.level32.supports(strip, frameRate: Rational(1)))
    }

    @Test func highestLevelIsTheFallback() {
        let size = Resolution(width: .max / 32, height: .max / 32)
        #expect(
            codec.lowestLevel { codec.level($0, supports: size, frameRate: Rational(30)) } == "5.2")
        #expect(!H264.Level.level52.supports(size, frameRate: Rational(30)))
        #expect(
            !H264.Level.level52.supports(.init(width: 16, height: 16), frameRate: Rational(173)))
    }

    /// The order of the cases is the order of `lowestLevel`.
    @Test func levelsAscend() {
        let levels = H264.Level.allCases
        for (low, high) in zip(levels, levels.dropFirst()) {
            #expect(low.maxFrameSize <= high.maxFrameSize)
            #expect(low.maxMacroblockRate <= high.maxMacroblockRate)
            #expect(low.maxBitrate <= high.maxBitrate)
        }
    }
}
