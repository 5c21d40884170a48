internal import Captions
import TestSupport
import Testing

@testable import Probing

/// Captions are parsed from user data of coded pictures (ATSC A/53 Part 4, 6.2.3).
@Suite struct EmbeddedCaptionsTests {
    private static let signature = Array("GA94".utf8) + [3]
    private static let country: [UInt8] = [0x4E, 1, 4, 20, 0xB5, 0, 0x31]

    /// Returns the pairs after the signature, as bytes without their flags.
    private func pairs(_ prefix: [UInt8], _ data: [UInt8]) -> [[UInt8]] {
        let bytes = prefix + Self.signature + data
        return EmbeddedCaptions.pairs(bytes, after: prefix.count + Self.signature.count)
            .map { [UInt8($0.field), $0.first, $0.second] }
    }

    @Test(arguments: [country, [0, 0, 1, 0xB2], [0xB5, 0, 0x31]])
    func pairsOfEveryCodecAreParsed(prefix: [UInt8]) {
        let data: [UInt8] = [0x42, 0xFF, 0xFC, 0xC1, 0xC2, 0xFD, 0x43, 0xC4, 0xFF]
        #expect(pairs(prefix, data) == [[0, 0xC1, 0xC2], [1, 0x43, 0xC4]])
    }

    @Test(arguments: [[], [0xB5, 0, 0x3C], [0, 0, 1, 0xB5]] as [[UInt8]])
    func signatureWithoutPrefixIsIgnored(prefix: [UInt8]) {
        #expect(pairs(prefix, [0x41, 0xFF, 0xFC, 0xC1, 0xC2]).isEmpty)
    }

    @Test(
        arguments: [
            // Padding, an invalid unit, CEA-708.
            ([0x43, 0xFF, 0xFC, 0x80, 0x80, 0xF8, 0xC1, 0xC2, 0xFF, 0xC1, 0xC2], []),
            // Flags without captions; more units than bytes; no data.
            ([0x02, 0xFF, 0xFC, 0xC1, 0xC2], []),
            ([0x5F, 0xFF, 0xFC, 0xC1, 0xC2, 0xFC, 1], [[0, 0xC1, 0xC2]]),
            ([], []), ([0x5F], []),
            // An emulation prevention byte.
            ([0x42, 0xFF, 0xFC, 0, 0, 3, 0, 1, 2, 0xFC, 0xC1, 0xC2], []),
            ([0x42, 0xFF, 0, 0, 3, 1, 0xFC, 0xC1, 0xC2], [[0, 0xC1, 0xC2]]),
        ] as [([UInt8], [[UInt8]])])
    func otherUserDataIsIgnored(data: [UInt8], found: [[UInt8]]) {
        #expect(pairs(Self.country, data) == found)
    }
}
