/// A level of HEVC in the main tier: how large, how fast and how heavy a stream may be.
///
/// Limits are those of ITU-T H.265, tables A.8 and A.9.
public enum HEVCLevel: String, CaseIterable, Codable, Sendable {
    case level1 = "1.0"
    case level2 = "2.0"
    case level21 = "2.1"
    case level3 = "3.0"
    case level31 = "3.1"
    case level4 = "4.0"
    case level41 = "4.1"
    case level5 = "5.0"
    case level51 = "5.1"
    case level52 = "5.2"
    case level6 = "6.0"
    case level61 = "6.1"
    case level62 = "6.2"

    /// Bits per second (MaxBR x 1000).
    public var maxBitrate: Bitrate { .kilobits(limits.kilobits) }

    /// Bits of the decoder's input buffer (MaxCPB x 1000).
    ///
    /// The table gives it the same number as the bit rate, but for level 1.
    public var maxBufferSize: Int { self == .level1 ? 350_000 : limits.kilobits * 1000 }

    /// The lowest level that holds pictures of that size at that rate (frames per second).
    ///
    /// - Returns: 6.2 also where nothing is enough: ask `fits` when the numbers come from outside.
    public static func lowest(for size: Resolution, frameRate: Rational) -> HEVCLevel {
        allCases.first { $0.fits(size, frameRate: frameRate) } ?? .level62
    }

    /// Whether pictures of that size (pixels) at that rate (frames per second) are within the
    /// level.
    ///
    /// Sides may have up to the root of 8 x MaxLumaPs (A.4.1); frames up to 300 a second.
    public func fits(_ size: Resolution, frameRate: Rational) -> Bool {
        let side = max(size.width, size.height)
        guard size.pixelCount <= limits.size, side * side <= 8 * limits.size,
            frameRate <= Rational(300)
        else { return false }
        return Rational(size.pixelCount) * frameRate <= Rational(limits.rate)
    }

    private var limits: (rate: Int, size: Int, kilobits: Int) {
        switch self {
        case .level1: (552_960, 36_864, 128)
        case .level2: (3_686_400, 122_880, 1500)
        case .level21: (7_372_800, 245_760, 3000)
        case .level3: (16_588_800, 552_960, 6000)
        case .level31: (33_177_600, 983_040, 10_000)
        case .level4: (66_846_720, 2_228_224, 12_000)
        case .level41: (133_693_440, 2_228_224, 20_000)
        case .level5: (267_386_880, 8_912_896, 25_000)
        case .level51: (534_773_760, 8_912_896, 40_000)
        case .level52: (1_069_547_520, 8_912_896, 60_000)
        case .level6: (1_069_547_520, 35_651_584, 60_000)
        case .level61: (2_139_095_040, 35_651_584, 120_000)
        case .level62: (4_278_190_080, 35_651_584, 240_000)
        }
    }
}

extension HEVCLevel: Comparable {
    public static func < (a: HEVCLevel, b: HEVCLevel) -> Bool {
        (a.limits.size, a.limits.rate) < (b.limits.size, b.limits.rate)
    }
}

extension HEVCLevel: CustomStringConvertible {
    public var description: String { rawValue }
}
