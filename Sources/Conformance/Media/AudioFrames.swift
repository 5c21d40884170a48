/// Frames of ADTS (ISO/IEC 14496-3, 1.A.3) or of MPEG audio layer III (ISO/IEC 11172-3, 2.4.1.3).
struct AudioFrames {
    /// In seconds.
    let duration: Double
    /// The audio object type of ADTS frames; `nil` for layer III.
    let objectType: Int?
    /// Whether frames followed each other to the last byte; the last one may be incomplete.
    let isComplete: Bool

    private struct Header {
        let byteCount: Int
        let duration: Double
        let objectType: Int?
    }

    /// - Returns: `nil` if the bytes begin with no frame.
    init?(_ bytes: ArraySlice<UInt8>) {
        var rest = bytes
        var duration = 0.0
        guard let first = Self.header(rest) else { return nil }
        while let header = Self.header(rest) {
            duration += header.duration
            rest = rest.dropFirst(header.byteCount)
        }
        self.duration = duration
        objectType = first.objectType
        // A tag of 128 bytes can follow the frames of layer III.
        isComplete = rest.count < 7 || rest.starts(with: "TAG".utf8)
    }

    private static func header(_ bytes: ArraySlice<UInt8>) -> Header? {
        guard bytes.count >= 7 else { return nil }
        let field = Array(bytes.prefix(7))
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
            objectType: Int(field[2] >> 6) + 1)
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
            duration: Double(samples) / Double(sampleRate), objectType: nil)
    }
}
