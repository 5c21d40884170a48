import MediaUnits
import Testing

@testable import VideoCodecs

@Suite struct HEVCTests {
    private let codec = HEVC()

    /// Main, level 3.1, as x265 3.5 writes it: with emulation prevention bytes.
    private let sps: [UInt8] = [
        0x42, 0x01, 0x01, 0x01, 0x60, 0x00, 0x00, 0x03, 0x00, 0x90, 0x00, 0x00, 0x03, 0x00, 0x00,
        0x03, 0x00, 0x5D, 0xA0, 0x02, 0x80,
    ]

    /// ISO/IEC 14496-15, E.3: trailing constraint bytes of 0 are left out.
    @Test func codecStringFromASequenceParameterSet() {
        #expect(HEVC.codecString(sps: sps) == "hvc1.1.6.L93.90")
        let start: [UInt8] = [0, 0, 0, 1]
        let annexB = start + [0x40, 0x01, 0x0C] + start + sps + start + [0x44, 0x01]
        #expect(codec.codecString(configuration: annexB) == "hvc1.1.6.L93.90")
    }

    /// ISO/IEC 14496-15, 8.3.3.1.2: 22 bytes, then arrays of units by kind; here VPS, SPS and PPS.
    @Test func codecStringFromAConfigurationRecord() {
        func array(_ kind: UInt8, _ unit: [UInt8]) -> [UInt8] {
            [0x80 | kind, 0, 1, 0, UInt8(unit.count)] + unit
        }
        let head = [1] + [UInt8](repeating: 0, count: 21)
        let record =
            head + [3] + array(32, [0x40, 0x01, 0x0C]) + array(33, sps) + array(34, [0x44, 0x01])
        #expect(codec.codecString(configuration: record) == "hvc1.1.6.L93.90")
        // The SPS ends at byte 23 + 8 + 5 + 21; a truncated one is ignored.
        for length in 0..<57 {
            #expect(codec.codecString(configuration: Array(record.prefix(length))) == nil)
        }
        #expect(codec.codecString(configuration: [0] + record.dropFirst()) == nil)
    }

    /// High tier, profile space 1 (A), profile 2, no constraints.
    @Test func codecStringHasEveryField() {
        let fields: [UInt8] = [0x62, 0x20, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 123]
        let sps = [0x42, 0x01, 0x01] + fields
        #expect(HEVC.codecString(sps: sps) == "hvc1.A2.10004.H123")
    }

    @Test(arguments: 0..<16)
    func truncatedParameterSetHasNoCodecString(length: Int) {
        #expect(HEVC.codecString(sps: Array(sps.prefix(length))) == nil)
    }

    @Test func codecStringOfOtherUnitsIsNil() {
        #expect(HEVC.codecString(sps: [0x40] + sps.dropFirst()) == nil)
        #expect(codec.codecString(configuration: [0, 0, 1, 0x67, 0x64, 0, 0x28]) == nil)
        #expect(codec.codecString(configuration: []) == nil)
    }

    /// ITU-T H.265, tables A.8 and A.9.
    @Test(arguments: [
        (1920, 1080, 30, "4.0"), (1920, 1080, 60, "4.1"), (1280, 720, 30, "3.1"),
        (640, 360, 30, "2.1"), (3840, 2160, 30, "5.0"), (3840, 2160, 60, "5.1"),
        (7680, 4320, 60, "6.1"), (1080, 1920, 30, "4.0"), (16, 16, 300, "1.0"),
    ])
    func lowestLevelSupportsTheFrameSize(width: Int, height: Int, rate: Int, level: String) {
        let size = Resolution(width: width, height: height)
        #expect(
            codec.lowestLevel {
                codec.level($0, supports: size, frameRate: Rational(rate))
            } == level)
    }

    /// A.4.1: no side exceeds the root of 8 x MaxLumaPs.
    @Test func longSidesNeedHigherLevels() {
        let narrow = Resolution(width: 4_300, height: 16)
        #expect(!HEVC.Level.level4.supports(narrow, frameRate: Rational(1)))
        #expect(HEVC.Level.level5.supports(narrow, frameRate: Rational(1)))
    }

    /// ITU-T H.265, A.3.2 and A.4: general_profile_idc, and thirty times the level.
    @Test func profileAndLevelOfACodecString() {
        #expect(codec.profile(ofCodecString: "hvc1.1.6.L93.90") == .main)
        #expect(codec.profile(ofCodecString: "hvc1.2.4.L93.90") == nil)
        #expect(codec.level(ofCodecString: "hvc1.1.6.L93.90") == "3.1")
        #expect(codec.level(ofCodecString: "hvc1.1.6.L120.90") == "4.0")
    }
}
