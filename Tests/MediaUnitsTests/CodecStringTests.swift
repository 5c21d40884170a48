import MediaUnits
import Testing

@Suite struct CodecStringTests {
    /// ISO/IEC 14496-3, table 1.17: 2 is AAC-LC, 5 SBR, 29 PS; 42 (xHE-AAC) needs the escape value.
    @Test(
        arguments: [
            ([0x11, 0x90], "mp4a.40.2"), ([0x2B, 0x11, 0x88, 0x00], "mp4a.40.5"),
            ([0xEB, 0x8A], "mp4a.40.29"), ([0xF9, 0x46], "mp4a.40.42"),
            ([0xF8, 0x00], "mp4a.40.32"), ([0xFF, 0xE0], "mp4a.40.95"),
        ] as [([UInt8], String)])
    func aacFromAnAudioSpecificConfig(bytes: [UInt8], codec: String) {
        #expect(CodecString.aac(audioSpecificConfig: bytes) == codec)
    }

    @Test(arguments: [[], [0x00, 0x10], [0xF9]] as [[UInt8]])
    func aacFromInvalidConfigurationIsNil(bytes: [UInt8]) {
        #expect(CodecString.aac(audioSpecificConfig: bytes) == nil)
    }
}
