internal import Foundation
public import MediaUnits

/// H.264 (AVC, ITU-T H.264), encoded by x264: 8 bits, 4:2:0; every player plays it.
public struct H264: VideoCodecModel {
    public let name = "h264"
    public let title = "H.264"
    public let encoder = "libx264"
    public let streamCodec = "h264"
    public let renditionSuffix = ""
    public let isUniversal = true
    public let isInTransportStreams = true

    public init() {}

    // MARK: Profiles and levels

    public let profiles: [Profile] = [.baseline, .main, .high]
    public let defaultProfile = Profile.high
    public let levels = Level.allCases.map(\.rawValue)
    public let levelTable = "table A-1"

    /// Level 4.2, chosen because players of 1080p play it (HLS Authoring Specification, 1.3).
    public let highestRaisedLevel = Level.level42.rawValue

    public func level(_ level: String, supports size: Resolution, frameRate: Rational) -> Bool {
        Level(rawValue: level)?.supports(size, frameRate: frameRate) ?? true
    }

    /// Returns a level's limits, which are 1.25 times as high for High (ITU-T H.264, table A-2, cpbBrVclFactor).
    public func limits(of level: String, _ profile: Profile) -> LevelLimits? {
        func scaled(_ value: Int) -> Int { profile == .high ? value / 4 * 5 : value }
        return Level(rawValue: level).map {
            LevelLimits(
                bitrate: Bitrate(bitsPerSecond: scaled($0.maxBitrate.bitsPerSecond)),
                buffer: scaled($0.maxBufferSize))
        }
    }

    // MARK: Encoder

    /// From 1, since 0 is lossless, which these profiles do not support.
    public let qualityRange = 1.0...51.0

    /// The default of x264, which few viewers can distinguish from the upload.
    public let defaultQuality = 23.0

    /// The names in x264.h, x264_tune_names.
    public let tunes = [
        "film", "animation", "grain", "stillimage", "psnr", "ssim", "fastdecode", "zerolatency",
    ]
    public let presetOptions: (any PresetOptions)? = X264Options()
    public let adjustsRate = true
    public let reportsErrors = true

    /// Returns the highest factor of the clips that docs/media.md (Content) describes, at CRF 25: mostly 0.1 to 1.6, the highest
    /// for uploads that were compressed hard.
    ///
    /// x264's quantizer step, and about its rate, doubles with 6 steps of CRF. What a higher CRF saves is not counted on.
    public func rateBound(crf: Double) -> Double? { 3.5 * pow(2, max(0, 25 - crf) / 6) }

    public func options(_ settings: EncoderSettings) -> [String: String] {
        // x264 gives the first I-picture of an encode the quantizer of a P-picture, since `ipratio` depends on the coded picture
        // before. The first coded picture of a segment must have the quality of other I-pictures.
        let quality = settings.options["ipratio"] ?? (settings.tune == "grain" ? "1.1" : "1.4")
        var parameters = ["zones": "0,0,b=\(quality)"]
        let (preset, tools) = speed(settings)
        parameters.merge(tools) { $1 }
        parameters.merge(settings.options.merging(references(settings)) { $1 }) { $1 }
        if settings.hasLongFrames { parameters["bframes"] = "0" }
        var options = settings.commonOptions(preset: preset)
        options.merge([
            "level": settings.level, "maxrate": "\(settings.maxrate)",
            "bufsize": "\(settings.bufsize)", "keyint_min": "\(settings.gop)",
            "sc_threshold": "0", "flags": "+cgop",
            // x264 copies CEA-608 captions from the source by default; the playlist declares none.
            "a53cc": "0", "x264-params": EncoderSettings.text(parameters),
        ]) { $1 }
        options["tune"] = settings.tune(among: tunes)
        return options
    }

    /// Returns the option for reference frames, reduced to the number that a decoder of the level stores; x264 reduces the
    /// numbers of its own presets only.
    private func references(_ settings: EncoderSettings) -> [String: String] {
        let options = X264Options()
        guard let most = options.maxReferences(of: settings.size, at: settings.level)
        else { return [:] }
        return settings.options.filter { name, count in
            options.references.contains(name) && options.integer(count).map { $0 > most } ?? false
        }.mapValues { _ in "\(most)" }
    }

    public let versionOptions = ["preset": "ultrafast"]

    /// Returns a text such as `core 164 r3095 baee400`.
    public func encoderVersion(in stream: [UInt8]) -> String? {
        let text = String(decoding: stream, as: UTF8.self)
        guard let start = text.range(of: "x264 - ")?.upperBound else { return nil }
        return text[start...].components(separatedBy: " - ").first
    }

    // MARK: Bitstream

    public let sampleEntry = "avc1"
    public let readableSampleEntries = ["avc1"]

    public func codecString(configuration: [UInt8]) -> String? {
        AnnexB.isStream(configuration)
            ? AnnexB.first(in: configuration, Self.codecString(sps:))
            : Self.codecString(avcC: configuration)
    }

    /// Returns `avc1.640028`: profile, constraint flags and level, two hex digits each.
    ///
    /// - Parameter sps: A NAL unit from its header byte on, without start code and length.
    /// - Returns: `nil` if the unit is not a sequence parameter set, or is truncated.
    static func codecString(sps: [UInt8]) -> String? {
        let sequenceParameterSet: UInt8 = 7  // nal_unit_type, ITU-T H.264, table 7-1
        guard sps.count >= 4, sps[0] & 0x80 == 0, sps[0] & 0x1F == sequenceParameterSet
        else { return nil }
        let digits = sps[1...3].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return "avc1." + digits.joined()
    }

    /// Returns the codec string of the first sequence parameter set of an AVCDecoderConfigurationRecord
    /// (ISO/IEC 14496-15, 5.3.3.1); `nil` if the record is of another version, has no parameter set or is truncated.
    ///
    /// The record's own three bytes should be equal; the parameter set is used, since decoders follow it.
    private static func codecString(avcC: [UInt8]) -> String? {
        guard avcC.count >= 8, avcC[0] == 1, avcC[5] & 0x1F > 0 else { return nil }
        let length = Int(avcC[6]) << 8 | Int(avcC[7])
        guard avcC.count >= 8 + length else { return nil }
        return codecString(sps: Array(avcC[8..<8 + length]))
    }

    /// The profile_idc of each profile in `avc1.PPCCLL` (ITU-T H.264, A.2).
    public func profile(ofCodecString codecString: String) -> Profile? {
        switch codecString.dropFirst(5).prefix(2) {
        case "42": .baseline
        case "4d": .main
        case "64": .high
        default: nil
        }
    }

    /// The level_idc, which is ten times the level.
    public func level(ofCodecString codecString: String) -> String? {
        Int(codecString.suffix(2), radix: 16).map { "\($0 / 10).\($0 % 10)" }
    }

    /// Returns the length of x264's user data message: its version and settings, 756 bytes that no player needs
    /// (ITU-T H.264, 7.4.1: NAL unit type 6 is supplemental enhancement information).
    public func versionMessageLength(_ packet: [UInt8]) -> Int {
        // 00 00 01, sometimes with a zero before it, then the header.
        guard let first = AnnexB.startCode(in: packet), first.lowerBound <= 1,
            first.upperBound < packet.count, packet[first.upperBound] & 0x1F == 6,
            let next = AnnexB.startCode(in: packet, from: first.upperBound)
        else { return 0 }
        // The zero before a start code of four bytes belongs to it.
        return next.lowerBound - (packet[next.lowerBound - 1] == 0 ? 1 : 0)
    }
}

extension H264 {
    /// The filter passes slices, parameter sets and ends of sequences only (ITU-T H.264, table 7-1).
    ///
    /// SEI messages are removed: cameras write locations and dates there, encoders their settings, broadcasters captions.
    public var messageFilter: String? { "filter_units=pass_types=1-5|7-8|10-11|13" }
}

/// The options of x264.
struct X264Options: PresetOptions {
    let encoder = "x264"
    let reference = "x264 --fullhelp"
    let bitDepth = ["output-depth", "bit-depth"]
    let references = ["ref", "frameref"]
    let reserved: Set<String> = [
        "bitrate", "crf", "crf-max", "qp", "pass", "stats", "vbv-maxrate", "vbv-bufsize",
        "vbv-init", "zones", "nal-hrd", "filler", "keyint", "min-keyint", "scenecut",
        "intra-refresh",
        "open-gop", "force-cfr", "fps", "timebase", "profile", "level", "threads",
        "lookahead-threads", "sliced-threads", "sync-lookahead", "bluray-compat", "sar",
        "videoformat", "range", "fullrange", "colorprim", "transfer", "colormatrix", "chromaloc",
        "interlaced", "tff", "bff", "fake-interlaced", "annexb", "repeat-headers", "log",
        "dump-yuv", "non-deterministic", "opencl", "opencl-clbin", "opencl-device", "cqmfile",
        "preset", "tune", "psnr", "ssim",
    ]

    /// Returns whether an option is reserved; x264 reads `no-deblock` as `deblock=0`.
    func isReserved(_ option: String) -> Bool {
        reserved.contains(option.hasPrefix("no-") ? String(option.dropFirst(3)) : option)
    }

    /// Returns `x264opts`, which rejects values that `x264-params`, which plans use, only logs.
    func check(_ option: String, _ value: String) -> [String: String] {
        ["x264opts": "\(option)=\(value)"]
    }

    /// Returns what x264 reads with strtol(3): `16`, `0x10` or `020`.
    func integer(_ value: String) -> Int? {
        let sign = value.hasPrefix("-") ? -1 : 1
        let digits = value.drop { $0 == "-" || $0 == "+" }.lowercased()
        let number =
            if digits.hasPrefix("0x") {
                Int(digits.dropFirst(2), radix: 16)
            } else {
                Int(digits, radix: digits.hasPrefix("0") ? 8 : 10)
            }
        return number.map { sign * $0 }
    }

    func maxReferences(of size: Resolution, at level: String) -> Int? {
        H264.Level(rawValue: level)?.maxReferences(of: size)
    }

    /// Returns x264's names of tools of higher profiles (ITU-T H.264, A.2).
    func toolsMissing(in profile: Profile) -> [String] {
        let high = ["8x8dct", "cqm", "cqm4", "cqm8"]
        return switch profile {
        case .baseline: ["cabac", "bframes", "b-pyramid", "weightb", "weightp"] + high
        case .main: high
        default: []
        }
    }
}

extension H264 {
    /// A level of H.264: limits of frame size, frame rate and bit rate that a decoder supports.
    ///
    /// The limits are those of ITU-T H.264, table A-1, without level 1b, which x264 does not write. Sizes are in macroblocks of
    /// 16x16 pixels, partial ones included.
    public enum Level: String, CaseIterable, Codable, Sendable {
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

        /// The maximum number of macroblocks per second (MaxMBPS).
        var maxMacroblockRate: Int { limits.rate }

        /// The maximum number of macroblocks in a frame (MaxFS).
        var maxFrameSize: Int { limits.size }

        /// The maximum bit rate in the Baseline and Main profiles (MaxBR x 1000); High allows 1.25 times as much (table A-2).
        var maxBitrate: Bitrate { .kilobits(limits.kilobits) }

        /// The size of the decoder's input buffer in bits, in Baseline and Main (MaxCPB x 1000); High allows 1.25 times as much.
        var maxBufferSize: Int { limits.bufferKilobits * 1000 }

        /// The size of the decoded picture buffer in macroblocks (MaxDpbMbs).
        var maxDecodedPictureMacroblocks: Int {
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

        /// Returns the number of reference frames of a size that a decoder stores, at most 16 (A.3.1, h).
        func maxReferences(of size: Resolution) -> Int {
            let macroblocks = ((size.width + 15) / 16) * ((size.height + 15) / 16)
            return min(16, maxDecodedPictureMacroblocks / max(1, macroblocks))
        }

        /// The maximum width or height in macroblocks: floor(sqrt(8 x MaxFS)) (A.3.1, f and g).
        var maxSide: Int {
            var side = Int(Double(8 * maxFrameSize).squareRoot())
            while side * side > 8 * maxFrameSize { side -= 1 }
            return side
        }

        /// The maximum frame rate of all levels in frames per second (A.3.1, a: fR is 1/172 s).
        static let maxFrameRate = Rational(172)

        /// Returns whether the level supports a frame size (pixels) at a frame rate (frames per second).
        func supports(_ size: Resolution, frameRate: Rational) -> Bool {
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
}
