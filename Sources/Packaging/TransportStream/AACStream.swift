/// Adds an ADTS header to each AAC frame (ISO/IEC 13818-7, 6.2).
struct AACStream {
    private static let headerSize = 7
    private let profile: UInt8
    private let rateIndex: UInt8
    private let channels: UInt8

    /// Reads an AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1); `nil` if ADTS cannot represent it.
    init?(configuration: [UInt8]) {
        guard configuration.count >= 2 else { return nil }
        let objectType = configuration[0] >> 3
        rateIndex = (configuration[0] & 7) << 1 | configuration[1] >> 7
        channels = configuration[1] >> 3 & 15
        // Two bits for the object type, an index of common rates, three bits for the layout of channels.
        guard (1...4).contains(objectType), rateIndex < 13, (1...7).contains(channels) else {
            return nil
        }
        profile = objectType - 1
    }

    /// Returns an ADTS frame; `nil` if its length does not fit 13 bits.
    func frame(_ sample: [UInt8]) -> [UInt8]? {
        let length = sample.count + Self.headerSize
        guard length < 1 << 13 else { return nil }
        let header: [UInt8] = [
            // MPEG-4, no checksum.
            0xFF, 0xF1, profile << 6 | rateIndex << 2 | channels >> 2,
            (channels & 3) << 6 | UInt8(length >> 11), UInt8(length >> 3 & 0xFF),
            // The buffer's fullness is "variable"; one raw data block.
            UInt8(length & 7) << 5 | 0x1F, 0xFC,
        ]
        return header + sample
    }
}
