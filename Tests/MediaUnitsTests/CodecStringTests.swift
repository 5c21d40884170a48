import MediaUnits
import Testing

@Suite struct CodecStringTests {
    /// High profile, level 4.0, as x264 writes it.
    let sps: [UInt8] = [0x67, 0x64, 0x00, 0x28, 0xAC, 0xD9, 0x40]

    /// RFC 6381, 3.3: six hexadecimal digits, here of three bytes below 16 as well.
    @Test(
        arguments: [
            ([0x67, 0x64, 0x00, 0x28], "avc1.640028"), ([0x27, 0x4D, 0x40, 0x1E], "avc1.4d401e"),
            ([0x67, 0x42, 0xC0, 0x0A, 0xFF], "avc1.42c00a"),
        ] as [([UInt8], String)])
    func avcFromASequenceParameterSet(sps: [UInt8], codec: String) {
        #expect(CodecString.avc(sps: sps) == codec)
    }

    @Test(
        arguments: [
            [], [0x67, 0x64, 0x00],
            [0x68, 0x64, 0x00, 0x28],  // a picture parameter set
            [0xE7, 0x64, 0x00, 0x28],  // the forbidden bit
        ] as [[UInt8]])
    func avcFromAnythingElseIsNil(bytes: [UInt8]) {
        #expect(CodecString.avc(sps: bytes) == nil)
    }

    @Test func avcFromAConfigurationRecordReadsTheParameterSet() {
        // Its own three bytes say baseline, level 1: they lose.
        let header: [UInt8] = [1, 0x42, 0x00, 0x0A, 0xFF, 0xE1]
        let record = header + [0, UInt8(sps.count)] + sps + [1, 0, 2, 0x68, 0xEB]
        #expect(CodecString.avc(configuration: record) == "avc1.640028")
        #expect(CodecString.avc(configuration: Array(record.prefix(14))) == nil, "cut short")
        #expect(CodecString.avc(configuration: [1, 0x64, 0, 0x28, 0xFF, 0xE0, 0]) == nil)
        #expect(CodecString.avc(configuration: [0] + record.dropFirst()) == nil, "version 0")
        #expect(CodecString.avc(configuration: []) == nil)
    }

    @Test func avcFromStartCodesSkipsOtherUnits() {
        let delimiter: [UInt8] = [0, 0, 0, 1, 0x09, 0xF0]
        let picture: [UInt8] = [0, 0, 1, 0x68, 0xEB, 0xE3]
        #expect(CodecString.avc(annexB: delimiter + [0, 0, 1] + sps + picture) == "avc1.640028")
        #expect(CodecString.avc(annexB: [0, 0, 1] + sps.prefix(4)) == "avc1.640028")
        #expect(CodecString.avc(annexB: delimiter + picture) == nil)
        #expect(CodecString.avc(annexB: [0, 0, 1, 0x67, 0x64, 0]) == nil)
        #expect(CodecString.avc(annexB: []) == nil)
    }

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
    func aacFromAnythingElseIsNil(bytes: [UInt8]) {
        #expect(CodecString.aac(audioSpecificConfig: bytes) == nil)
    }
}
