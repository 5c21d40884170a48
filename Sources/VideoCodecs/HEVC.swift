internal import Foundation
public import MediaUnits

/// H.265 (HEVC, ITU-T H.265), Main profile, main tier, encoded by x265: 8 bits, 4:2:0.
///
/// HEVC needs a third fewer bits than H.264 at the same quality.
public struct HEVC: VideoCodecModel {
    public let name = "hevc"
    public let title = "HEVC"
    public let encoder = "libx265"
    public let streamCodec = "hevc"
    public let renditionSuffix = "-hevc"
    public let isUniversal = false
    public let isInTransportStreams = false

    public init() {}

    // MARK: Profiles and levels

    public let profiles: [Profile] = [.main]
    public let defaultProfile = Profile.main
    public let levels = Level.allCases.map(\.rawValue)
    public let levelTable = "table A.8"

    /// Level 4.1, the lowest that supports 1080p at 60 frames/s.
    public let highestRaisedLevel = Level.level41.rawValue

    public func level(_ level: String, supports size: Resolution, frameRate: Rational) -> Bool {
        Level(rawValue: level)?.supports(size, frameRate: frameRate) ?? true
    }

    public func limits(of level: String, _ profile: Profile) -> LevelLimits? {
        Level(rawValue: level).map {
            LevelLimits(bitrate: $0.maxBitrate, buffer: $0.maxBufferSize)
        }
    }

    // MARK: Encoder

    public let qualityRange = 1.0...51.0
    public let defaultQuality = 23.0

    /// The names in x265.h, x265_tune_names.
    public let tunes = ["psnr", "ssim", "grain", "zerolatency", "fastdecode", "animation"]
    public let presetOptions: (any PresetOptions)? = nil

    /// `false`, since x265 cannot change the buffer that it starts with.
    public let adjustsRate = false
    public let reportsErrors = false

    /// Measured relative to `veryfast` with the same CRF, up to `slow`; the slower presets are estimates.
    public func encodingCost(_ speed: EncoderSpeed) -> Double {
        let veryfast = 0.05
        let costs = [
            "ultrafast": 0.6, "superfast": 0.85, "veryfast": 1, "faster": 1.05, "fast": 1.25,
            "medium": 1.5, "slow": 3.7, "slower": 10, "veryslow": 17, "placebo": 40,
        ]
        return veryfast * (costs[preset(of: speed)] ?? 1)
    }

    /// The CRFs at which the points have the VMAF of `veryfast` at 23 (docs/encoding.md).
    public func defaultQuality(at point: OperatingPoint?) -> Double {
        switch point {
        case .economy: 22
        case .quality: 24
        case .balanced, nil: defaultQuality
        }
    }

    /// Returns x265's preset; its presets lie on the curve of its best points (docs/encoding.md).
    private func preset(of speed: EncoderSpeed) -> String {
        switch speed {
        case .preset(let preset): preset
        case .point(.economy): "superfast"
        case .point(.balanced): "veryfast"
        case .point(.quality): "slow"
        }
    }

    public func options(_ settings: EncoderSettings) -> [String: String] {
        var parameters = [
            "keyint": "\(settings.gop)", "min-keyint": "\(settings.gop)", "scenecut": "0",
            "open-gop": "0", "vbv-maxrate": "\(settings.maxrate / 1000)",
            "vbv-bufsize": "\(settings.bufsize / 1000)",
            // Each segment starts with its own buffer. At x265's default of 90 %, segments of complex frames would all exceed
            // the maximum rate.
            "vbv-init": "0.5",
            "level-idc": settings.level, "high-tier": "0",
            // With one thread, the output is deterministic.
            "pools": "none", "frame-threads": "1", "wpp": "0",
            // A frame has at least one CTU. All encoders of a process must have one size of it, or x265 crashes, so only frames
            // that are too small for the usual size have another.
            "ctu": settings.size.shortSide < 64 ? "16" : "64",
            // Players do not need the encoder's version and settings, and libraries do not print.
            "info": "0", "log-level": "none",
        ]
        if settings.hasLongFrames { parameters["bframes"] = "0" }
        var options = settings.commonOptions(preset: preset(of: settings.speed))
        options["x265-params"] = EncoderSettings.text(parameters)
        options["tune"] = settings.tune(among: tunes)
        return options
    }

    public func optionsForAVX512(_ options: [String: String]) -> [String: String] { options }

    /// Returns options with another initial fill of the buffer; x265 takes the last value of a parameter.
    public func options(_ options: [String: String], bufferFill: Double) -> [String: String] {
        EncoderSettings.adding("vbv-init=\(bufferFill)", to: "x265-params", of: options)
    }

    /// Returns an estimate in bytes; x265 allocates more per frame than x264: up to 174 bytes per pixel and 41 MB (measured, up
    /// to `slow`).
    public func encoderMemory(_ size: Resolution, frames: Int, options: [String: String]) -> Int {
        size.pixelCount * (min(30, frames) * 6 + 20) + 48 << 20
    }

    public let versionOptions = [
        "preset": "ultrafast", "x265-params": "log-level=none:pools=none",
    ]

    /// Returns a text such as `build 199 3.5+1-f0c1022b6`.
    public func encoderVersion(in stream: [UInt8]) -> String? {
        let text = String(decoding: stream, as: UTF8.self)
        let match = text.firstMatch(
            of: /x265 \((?<build>build \d+)\) - (?<version>[^:\s]{1,80}):\[/)
        return match.map { "\($0.build) \($0.version)" }
    }

    // MARK: Bitstream

    /// `hvc1`: parameter sets are in the init segment only (ISO/IEC 14496-15, 8.4), which Apple's players require.
    public let sampleEntry = "hvc1"
    public let readableSampleEntries = ["hvc1", "hev1"]

    public func codecString(configuration: [UInt8]) -> String? {
        AnnexB.isStream(configuration)
            ? AnnexB.first(in: configuration, Self.codecString(sps:))
            : Self.codecString(hvcC: configuration)
    }

    /// Returns `hvc1.1.6.L93.90`: profile, compatibility, tier, level and constraints.
    ///
    /// The format is that of ISO/IEC 14496-15, annex E.3: the compatibility flags in reverse order of bits, and constraint bytes
    /// up to the last one that is not 0.
    ///
    /// - Parameter sps: A NAL unit from its header of two bytes on, without start code and length.
    /// - Returns: `nil` if the unit is not a sequence parameter set, or is truncated.
    static func codecString(sps: [UInt8]) -> String? {
        let sequenceParameterSet: UInt8 = 33  // nal_unit_type, ITU-T H.265, table 7-1
        guard let header = sps.first, header >> 1 == sequenceParameterSet else { return nil }
        // After the header: one byte of ids, then profile_tier_level (7.3.3): 12 bytes.
        let content = AnnexB.withoutEmulationPrevention(sps.prefix(40))
        guard content.count >= 15 else { return nil }
        let fields = Array(content[3..<15])
        let space = ["", "A", "B", "C"][Int(fields[0] >> 6)]
        let profile = "\(space)\(fields[0] & 0x1F)"
        let tier = fields[0] & 0x20 == 0 ? "L" : "H"
        let flags = fields[1...4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let reversed = (0..<32).reduce(UInt32(0)) { $0 << 1 | flags >> UInt32($1) & 1 }
        let compatibility = String(reversed, radix: 16, uppercase: true)
        var constraints = fields[5...10]
        while constraints.last == 0 { constraints.removeLast() }
        let bytes = constraints.map { String($0, radix: 16, uppercase: true) }
        return (["hvc1", profile, compatibility, "\(tier)\(fields[11])"] + bytes)
            .joined(separator: ".")
    }

    /// Returns the codec string of the first sequence parameter set of an HEVCDecoderConfigurationRecord
    /// (ISO/IEC 14496-15, 8.3.3.1); `nil` if the record is of another version, has no parameter set or is truncated.
    private static func codecString(hvcC: [UInt8]) -> String? {
        guard hvcC.count >= 23, hvcC[0] == 1 else { return nil }
        var rest = hvcC[23...]
        /// Returns the next bytes as a number, the highest byte first.
        func number(_ count: Int) -> Int? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
        }
        for _ in 0..<hvcC[22] {
            // The type of the units of an array, which their own headers have, too.
            guard number(1) != nil, let units = number(2) else { return nil }
            for _ in 0..<units {
                guard let length = number(2), rest.count >= length else { return nil }
                if let codec = codecString(sps: Array(rest.prefix(length))) { return codec }
                rest = rest.dropFirst(length)
            }
        }
        return nil
    }

    /// The general_profile_idc of Main is 1 (ITU-T H.265, A.3.2).
    public func profile(ofCodecString codecString: String) -> Profile? {
        codecString.split(separator: ".").dropFirst().first == "1" ? .main : nil
    }

    /// The general_level_idc, which is thirty times the level.
    public func level(ofCodecString codecString: String) -> String? {
        codecString.split(separator: ".").first { "LH".contains($0.prefix(1)) }
            .flatMap { Int($0.dropFirst()) }.map { "\($0 / 30).\($0 / 3 % 10)" }
    }

    /// Returns 0, since `options` disable the message.
    public func versionMessageLength(_ packet: [UInt8]) -> Int { 0 }

    /// `nil`, since downloads are never of HEVC.
    public var messageFilter: String? { nil }
}

extension HEVC {
    /// A level of HEVC in the main tier: limits of frame size, frame rate and bit rate that a decoder supports.
    ///
    /// The limits are those of ITU-T H.265, tables A.8 and A.9.
    public enum Level: String, CaseIterable, Codable, Sendable {
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

        /// The maximum bit rate (MaxBR x 1000).
        var maxBitrate: Bitrate { .kilobits(limits.kilobits) }

        /// The size of the decoder's input buffer in bits (MaxCPB x 1000): the number of the bit rate, except for level 1.
        var maxBufferSize: Int { self == .level1 ? 350_000 : limits.kilobits * 1000 }

        /// Returns whether the level supports a frame size (pixels) at a frame rate (frames per second).
        ///
        /// No side exceeds the square root of 8 x MaxLumaPs, and no rate 300 frames per second (A.4.1).
        func supports(_ size: Resolution, frameRate: Rational) -> Bool {
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
}
