/// Frames of ADTS (ISO/IEC 14496-3, 1.A.3), MPEG audio layer III (ISO/IEC 11172-3, 2.4.1.3) or AC-3 (ETSI TS 102 366).
struct AudioFrames {
    /// In seconds.
    let duration: Double
    /// The name of the sample entry.
    let codec: String
    /// Whether frames followed each other to the last byte; the last one may be incomplete.
    let isComplete: Bool

    private struct Header {
        let byteCount: Int
        let duration: Double
        let codec: String
    }

    /// Reads frames; ID3 tags can precede each of them (RFC 8216, 3.4).
    ///
    /// - Returns: `nil` if there is no frame at the start.
    init?(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        var duration = 0.0
        var codec: String?
        while true {
            if let tag = ID3Tag.byteCount(rest) {
                rest = rest.dropFirst(tag)
                continue
            }
            guard let header = Self.header(rest) else { break }
            duration += header.duration
            codec = codec ?? header.codec
            rest = rest.dropFirst(header.byteCount)
        }
        guard let codec else { return nil }
        self.duration = duration
        self.codec = codec
        // A tag of 128 bytes can follow the frames of layer III.
        isComplete = rest.count < 7 || rest.starts(with: "TAG".utf8)
    }

    private static func header(_ bytes: ArraySlice<UInt8>) -> Header? {
        guard bytes.count >= 7 else { return nil }
        let field = Array(bytes.prefix(7))
        if field[0] == 0x0B, field[1] == 0x77 { return dolby(field) }
        guard field[0] == 0xFF, field[1] & 0xE0 == 0xE0 else { return nil }
        return field[1] & 0xF6 == 0xF0 ? advanced(field) : layered(field)
    }

    private static func advanced(_ field: [UInt8]) -> Header? {
        let rates = [
            96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025,
            8_000, 7_350,
        ]
        let rate = Int(field[2] >> 2 & 0xF)
        let count = Int(field[3] & 0x3) << 11 | Int(field[4]) << 3 | Int(field[5] >> 5)
        guard rate < rates.count, count >= 7 else { return nil }
        let blocks = Int(field[6] & 0x3) + 1
        return Header(
            byteCount: count, duration: Double(blocks * 1024) / Double(rates[rate]),
            codec: SampleEntryName.audio)
    }

    /// ETSI TS 102 366, 4.4.1 and E.1.2.
    private static func dolby(_ field: [UInt8]) -> Header? {
        let rates = [48_000, 44_100, 32_000]
        let rate = Int(field[4] >> 6)
        // The version, at the same position in both syntaxes.
        guard field[5] >> 3 <= 10 else {
            let isReduced = rate == 3
            let code = Int(field[4] >> 4 & 0x3)
            guard !isReduced || code < 3 else { return nil }
            let blocks = isReduced ? 6 : [1, 2, 3, 6][code]
            let sampleRate = isReduced ? rates[code] / 2 : rates[rate]
            // Only the first independent substream adds time.
            let isMain = field[2] >> 6 != 1 && field[2] >> 3 & 0x7 == 0
            return Header(
                byteCount: (Int(field[2] & 0x7) << 8 + Int(field[3]) + 1) * 2,
                duration: isMain ? Double(blocks * 256) / Double(sampleRate) : 0, codec: "ec-3")
        }
        let bitRates = [
            32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
        ]
        let code = Int(field[4] & 0x3F)
        guard rate < 3, code / 2 < bitRates.count else { return nil }
        let words = bitRates[code / 2] * 1000 * 96 / rates[rate] + (rate == 1 ? code & 1 : 0)
        return Header(
            byteCount: words * 2, duration: 1536 / Double(rates[rate]), codec: "ac-3")
    }

    private static func layered(_ field: [UInt8]) -> Header? {
        let version = field[1] >> 3 & 0x3
        let isFirstVersion = version == 3
        // Layer III only.
        guard version != 1, field[1] >> 1 & 0x3 == 1 else { return nil }
        let bitRates =
            isFirstVersion
            ? [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
            : [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
        let rates = [44_100, 48_000, 32_000]
        let (bitRate, rate) = (Int(field[2] >> 4), Int(field[2] >> 2 & 0x3))
        guard bitRate > 0, bitRate < bitRates.count, rate < rates.count else { return nil }
        let sampleRate = rates[rate] / (isFirstVersion ? 1 : version == 2 ? 2 : 4)
        let samples = isFirstVersion ? 1152 : 576
        let padding = Int(field[2] >> 1 & 0x1)
        return Header(
            byteCount: samples / 8 * bitRates[bitRate] * 1000 / sampleRate + padding,
            duration: Double(samples) / Double(sampleRate), codec: SampleEntryName.audio)
    }
}
