import Testing

@testable import Packaging

@Suite struct ElementaryStreamTests {
    /// ISO/IEC 14496-15, 5.3.3.1: one SPS of 4 bytes, one PPS of 3; lengths of 4 bytes.
    private let configuration: [UInt8] = [
        1, 0x42, 0xC0, 0x1E, 0xFF, 0xE1, 0, 4, 0x67, 0x42, 0xC0, 0x1E, 1, 0, 3, 0x68, 1, 2,
    ]

    @Test func keyframesHaveParameterSets() throws {
        let stream = try #require(H264Stream(configuration: configuration))
        let key = stream.accessUnit([0, 0, 0, 2, 0x65, 9, 0, 0, 0, 1, 0x65], isKey: true)
        let start: [UInt8] = [0, 0, 0, 1]
        let sets = start + [0x67, 0x42, 0xC0, 0x1E] + start + [0x68, 1, 2]
        #expect(key == start + [9, 0xF0] + sets + start + [0x65, 9] + start + [0x65])
        let other = stream.accessUnit([0, 0, 0, 1, 0x41], isKey: false)
        #expect(other == start + [9, 0xF0] + start + [0x41])
    }

    @Test(arguments: [[0, 0, 0, 9, 1], [0, 0], [0xFF, 0xFF, 0xFF, 0xFF, 1]] as [[UInt8]])
    func truncatedSamplesAreRefused(_ sample: [UInt8]) throws {
        let stream = try #require(H264Stream(configuration: configuration))
        #expect(stream.accessUnit(sample, isKey: false) == nil)
    }

    @Test(arguments: 0..<18)
    func truncatedConfigurationsAreRefused(length: Int) {
        #expect(H264Stream(configuration: Array(configuration.prefix(length))) == nil)
    }

    /// AAC-LC, 48 kHz, stereo: 0x1190; ISO/IEC 13818-7, 6.2.
    @Test func audioFramesHaveADTSHeaders() throws {
        let stream = try #require(AACStream(configuration: [0x11, 0x90]))
        let frame = stream.frame([UInt8](repeating: 7, count: 300))
        #expect(frame?.prefix(7) == [0xFF, 0xF1, 0x4C, 0x80, 0x26, 0x7F, 0xFC])
        #expect(frame?.count == 307)
        #expect(stream.frame([UInt8](repeating: 7, count: 8_185)) == nil)
    }

    /// Channel configuration 0, an escaped object type, truncated configurations.
    @Test(arguments: [[0x11, 0x80], [0xF9, 0x90], [0x11], []] as [[UInt8]])
    func unsupportedConfigurationsAreRefused(_ configuration: [UInt8]) {
        #expect(AACStream(configuration: configuration) == nil)
    }
}
