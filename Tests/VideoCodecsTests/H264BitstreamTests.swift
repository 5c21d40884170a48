import MediaUnits
import Testing

@testable import VideoCodecs

@Suite struct H264BitstreamTests {
    private let codec = H264()

    /// High profile, level 4.0, as x264 writes it.
    let sps: [UInt8] = [0x67, 0x64, 0x00, 0x28, 0xAC, 0xD9, 0x40]

    /// RFC 6381, 3.3: six hexadecimal digits, here of three bytes below 16 as well.
    @Test(
        arguments: [
            ([0x67, 0x64, 0x00, 0x28], "avc1.640028"), ([0x27, 0x4D, 0x40, 0x1E], "avc1.4d401e"),
            ([0x67, 0x42, 0xC0, 0x0A, 0xFF], "avc1.42c00a"),
        ] as [([UInt8], String)])
    func codecStringFromASequenceParameterSet(sps: [UInt8], codec: String) {
        #expect(H264.codecString(sps: sps) == codec)
    }

    @Test(
        arguments: [
            [], [0x67, 0x64, 0x00],
            [0x68, 0x64, 0x00, 0x28],  // a picture parameter set
            [0xE7, 0x64, 0x00, 0x28],  // the forbidden bit
        ] as [[UInt8]])
    func codecStringFromOtherUnitsIsNil(bytes: [UInt8]) {
        #expect(H264.codecString(sps: bytes) == nil)
    }

    @Test func codecStringFromAConfigurationRecordReadsTheParameterSet() {
        // The record's own three bytes are baseline, level 1.
        let header: [UInt8] = [1, 0x42, 0x00, 0x0A, 0xFF, 0xE1]
        let record = header + [0, UInt8(sps.count)] + sps + [1, 0, 2, 0x68, 0xEB]
        #expect(codec.codecString(configuration: record) == "avc1.640028")
        #expect(codec.codecString(configuration: Array(record.prefix(14))) == nil, "truncated")
        #expect(codec.codecString(configuration: [1, 0x64, 0, 0x28, 0xFF, 0xE0, 0]) == nil)
        #expect(codec.codecString(configuration: [0] + record.dropFirst()) == nil, "version 0")
        #expect(codec.codecString(configuration: []) == nil)
    }

    @Test func codecStringFromStartCodesSkipsOtherUnits() {
        let delimiter: [UInt8] = [0, 0, 0, 1, 0x09, 0xF0]
        let pps: [UInt8] = [0, 0, 1, 0x68, 0xEB, 0xE3]
        #expect(
            codec.codecString(configuration: delimiter + [0, 0, 1] + sps + pps) == "avc1.640028"
        )
        #expect(codec.codecString(configuration: [0, 0, 1] + sps.prefix(4)) == "avc1.640028")
        #expect(codec.codecString(configuration: delimiter + pps) == nil)
        #expect(codec.codecString(configuration: [0, 0, 1, 0x67, 0x64, 0]) == nil)
        #expect(codec.codecString(configuration: []) == nil)
    }

    /// ITU-T H.264, A.2: profile_idc, and ten times the level.
    @Test(arguments: [
        ("avc1.42c00a", Profile.baseline, "1.0"), ("avc1.4d401e", .main, "3.0"),
        ("avc1.640028", .high, "4.0"),
    ])
    func profileAndLevelOfACodecString(text: String, profile: Profile, level: String) {
        #expect(codec.profile(ofCodecString: text) == profile)
        #expect(codec.level(ofCodecString: text) == level)
    }

    @Test func unknownProfileOfACodecStringIsNil() {
        #expect(codec.profile(ofCodecString: "avc1.6e0028") == nil)
    }

    /// H.264, 7.4.1: unit type 6; the next start code may have an additional zero.
    @Test(
        arguments: [
            ([0, 0, 0, 1, 6, 5, 9, 0, 0, 0, 1, 0x65], 7), ([0, 0, 1, 6, 5, 9, 0, 0, 1, 0x65], 6),
            ([0, 0, 1, 0x65, 9, 0, 0, 1, 6], 0), ([0, 0, 1, 6, 5, 9], 0), ([], 0),
        ] as [([UInt8], Int)])
    func versionMessageEndsAtTheNextUnit(packet: [UInt8], length: Int) {
        #expect(codec.versionMessageLength(packet) == length)
    }
}
