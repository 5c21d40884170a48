internal import Captions
import TestSupport
import Testing

@testable import Probing

/// Captions are found beside coded pictures (ATSC A/53 Part 4, 6.2.3).
@Suite struct PictureCaptionsTests {
    private static let signature = Array("GA94".utf8) + [3]
    private static let country: [UInt8] = [0x4E, 1, 4, 20, 0xB5, 0, 0x31]

    /// The pairs behind the signature, as bytes without their flags.
    private func pairs(_ introduction: [UInt8], _ data: [UInt8]) -> [[UInt8]] {
        let bytes = introduction + Self.signature + data
        return EmbeddedCaptions.pairs(bytes, behind: introduction.count + Self.signature.count)
            .map { [UInt8($0.field), $0.first, $0.second] }
    }

    @Test(arguments: [country, [0, 0, 1, 0xB2], [0xB5, 0, 0x31]])
    func everyCodecHasThemInTheSameForm(introduction: [UInt8]) {
        let data: [UInt8] = [0x42, 0xFF, 0xFC, 0xC1, 0xC2, 0xFD, 0x43, 0xC4, 0xFF]
        #expect(pairs(introduction, data) == [[0, 0xC1, 0xC2], [1, 0x43, 0xC4]])
    }

    @Test(arguments: [[], [0xB5, 0, 0x3C], [0, 0, 1, 0xB5]] as [[UInt8]])
    func aSignatureAloneIsNothing(introduction: [UInt8]) {
        #expect(pairs(introduction, [0x41, 0xFF, 0xFC, 0xC1, 0xC2]).isEmpty)
    }

    @Test(
        arguments: [
            // Padding, a unit that is not valid, CEA-708.
            ([0x43, 0xFF, 0xFC, 0x80, 0x80, 0xF8, 0xC1, 0xC2, 0xFF, 0xC1, 0xC2], []),
            // No captions by the flags; a number of units beyond the end; nothing at all.
            ([0x02, 0xFF, 0xFC, 0xC1, 0xC2], []),
            ([0x5F, 0xFF, 0xFC, 0xC1, 0xC2, 0xFC, 1], [[0, 0xC1, 0xC2]]),
            ([], []), ([0x5F], []),
            // A byte that keeps zeros from looking like a start code.
            ([0x42, 0xFF, 0xFC, 0, 0, 3, 0, 1, 2, 0xFC, 0xC1, 0xC2], []),
            ([0x42, 0xFF, 0, 0, 3, 1, 0xFC, 0xC1, 0xC2], [[0, 0xC1, 0xC2]]),
        ] as [([UInt8], [[UInt8]])])
    func whatIsNoCaptionsIsPassedOver(data: [UInt8], found: [[UInt8]]) {
        #expect(pairs(Self.country, data) == found)
    }
}
