import Testing

@testable import Captions

@Suite struct TextEncodingTests {
    @Test(
        arguments: [
            ([0xEF, 0xBB, 0xBF, 0x61], "a", false), ([0xC3, 0xA9], "é", false),
            ([0xFF, 0xFE, 0xE9, 0x00], "é", false), ([0xFE, 0xFF, 0x00, 0xE9], "é", false),
            ([0xFF, 0xFE, 0xE9], "", false), ([0x61], "a", false), ([], "", false),
            ([0x80, 0xE9, 0x93], "€é“", true), ([0xE9], "é", true), ([0x81], "\u{FFFD}", true),
        ] as [([UInt8], String, Bool)])
    func encodingIsDetected(bytes: [UInt8], text: String, isLegacy: Bool) {
        #expect(TextEncoding.decode(bytes) == (text, isLegacy))
    }

    /// One invalid byte does not change the detected encoding.
    @Test func corruptUTF8IsStillUTF8() {
        let bytes = Array("é ü ß ".utf8) + [0xFF]
        #expect(TextEncoding.decode(bytes) == ("é ü ß \u{FFFD}", false))
    }
}
