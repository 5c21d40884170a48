/// A level of H.264: how large, how fast and how heavy a stream may be for a decoder to promise to
/// play it.
///
/// Limits are those of ITU-T H.264, table A-1 (level 1b is left out: no encoder of ours writes it).
/// Sizes count in macroblocks of 16x16 pixels, started ones included.
public enum H264Level: String, CaseIterable, Codable, Sendable {
    case level1 = "1.0"
    case level11 = "1.1"
    case level12 = "1.2"
    case level13 = "1.3"
    case level2 = "2.0"
    case level21 = "2.1"
    case level22 = "2.2"
    case level3 = "3.0"
    case level31 = "3.1"
    case level32 = "3.2"
    case level4 = "4.0"
    case level41 = "4.1"
    case level42 = "4.2"
    case level5 = "5.0"
    case level51 = "5.1"
    case level52 = "5.2"

    /// Macroblocks per second (MaxMBPS).
    public var maxMacroblockRate: Int { limits.rate }

    /// Macroblocks in a frame (MaxFS).
    public var maxFrameSize: Int { limits.size }

    /// Bits per second in the Baseline and Main profiles (MaxBR x 1000).
    ///
    /// High may use 1.25 times as much (table A-2).
    public var maxBitrate: Bitrate { .kilobits(limits.kilobits) }

    /// Bits of the decoder's input buffer in Baseline and Main (MaxCPB x 1000); High: 1.25 times.
    public var maxBufferSize: Int { limits.bufferKilobits * 1000 }

    /// Macroblocks of decoded pictures that a decoder keeps to predict others from (MaxDpbMbs).
    public var maxKeptMacroblocks: Int {
        switch self {
        case .level1: 396
        case .level11: 900
        case .level12, .level13, .level2: 2376
        case .level21: 4752
        case .level22, .level3: 8100
        case .level31: 18000
        case .level32: 20480
        case .level4, .level41: 32768
        case .level42: 34816
        case .level5: 110_400
        case .level51, .level52: 184_320
        }
    }

    /// How many pictures of a size a decoder keeps, at most 16 (A.3.1, h).
    public func maxReferences(of size: Resolution) -> Int {
        let macroblocks = ((size.width + 15) / 16) * ((size.height + 15) / 16)
        return min(16, maxKeptMacroblocks / max(1, macroblocks))
    }

    /// The longest width or height in macroblocks: floor(sqrt(8 x MaxFS)) (A.3.1, f and g).
    public var maxSide: Int {
        var side = Int(Double(8 * maxFrameSize).squareRoot())
        while side * side > 8 * maxFrameSize { side -= 1 }
        return side
    }

    /// Frames per second that no level goes beyond, whatever their size (A.3.1, a: fR is 1/172 s).
    public static let maxFrameRate = Rational(172)

    /// The lowest level that holds pictures of that size at that rate (frames per second).
    ///
    /// - Returns: 5.2 also where nothing is enough: ask `fits` when the numbers come from outside.
    public static func lowest(for size: Resolution, frameRate: Rational) -> H264Level {
        allCases.first { $0.fits(size, frameRate: frameRate) } ?? .level52
    }

    /// Whether pictures of that size (pixels) at that rate (frames per second) are within the
    /// level.
    public func fits(_ size: Resolution, frameRate: Rational) -> Bool {
        let width = (size.width + 15) / 16
        let height = (size.height + 15) / 16
        guard max(width, height) <= maxSide, width * height <= maxFrameSize,
            frameRate <= Self.maxFrameRate
        else { return false }
        return Rational(width * height) * frameRate <= Rational(maxMacroblockRate)
    }

    private var limits: (rate: Int, size: Int, kilobits: Int, bufferKilobits: Int) {
        switch self {
        case .level1: (1485, 99, 64, 175)
        case .level11: (3000, 396, 192, 500)
        case .level12: (6000, 396, 384, 1000)
        case .level13: (11880, 396, 768, 2000)
        case .level2: (11880, 396, 2000, 2000)
        case .level21: (19800, 792, 4000, 4000)
        case .level22: (20250, 1620, 4000, 4000)
        case .level3: (40500, 1620, 10000, 10000)
        case .level31: (108_000, 3600, 14000, 14000)
        case .level32: (216_000, 5120, 20000, 20000)
        case .level4: (245_760, 8192, 20000, 25000)
        case .level41: (245_760, 8192, 50000, 62500)
        case .level42: (522_240, 8704, 50000, 62500)
        case .level5: (589_824, 22080, 135_000, 135_000)
        case .level51: (983_040, 36864, 240_000, 240_000)
        case .level52: (2_073_600, 36864, 240_000, 240_000)
        }
    }
}

extension H264Level: Comparable {
    public static func < (a: H264Level, b: H264Level) -> Bool {
        (a.maxFrameSize, a.maxMacroblockRate, a.maxBitrate)
            < (b.maxFrameSize, b.maxMacroblockRate, b.maxBitrate)
    }
}

extension H264Level: CustomStringConvertible {
    public var description: String { rawValue }
}
