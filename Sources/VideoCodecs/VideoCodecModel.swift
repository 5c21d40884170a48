public import MediaUnits

/// The properties in which video codecs and their encoders differ, as values and bytes.
///
/// A model opens no files and no encoders. Levels are named by their numbers, such as `4.0`.
public protocol VideoCodecModel: Sendable {
    // MARK: Names

    /// The name in presets, plans and JSON: `h264`.
    var name: String { get }
    /// The name in messages and documents: `H.264`.
    var title: String { get }
    /// libav's name of the encoder.
    var encoder: String { get }
    /// libav's name of the codec of a stream.
    var streamCodec: String { get }
    /// The suffix of a rendition's name where renditions of several codecs have one size: `540p-hevc`.
    var renditionSuffix: String { get }

    // MARK: Players

    /// Whether every player plays the codec, so that it may be the first variant of a playlist.
    var isUniversal: Bool { get }
    /// Whether players play the codec in MPEG-TS segments, which Packaging makes of H.264 only.
    var isInTransportStreams: Bool { get }

    // MARK: Profiles and levels

    /// The profiles that presets may name, the one with the fewest tools first.
    var profiles: [Profile] { get }
    /// The profile of a rung that names none.
    var defaultProfile: Profile { get }
    /// The levels, the lowest first.
    var levels: [String] { get }
    /// The table of the codec's specification that defines the levels, in documents: `table A-1`.
    var levelTable: String { get }
    /// The highest level to which wide video raises a rung.
    var highestRaisedLevel: String { get }

    /// Returns whether a level supports a frame size (pixels) at a frame rate (frames per second); `true` for an unknown level.
    func level(_ level: String, supports size: Resolution, frameRate: Rational) -> Bool

    /// Returns the limits that a level has for a profile; `nil` for an unknown level.
    func limits(of level: String, _ profile: Profile) -> LevelLimits?

    // MARK: Encoder

    /// The values of `crf` that presets may have; lower ones have a higher quality.
    var qualityRange: ClosedRange<Double> { get }
    /// The `crf` of a rung that names none, in a preset without an operating point.
    var defaultQuality: Double { get }
    /// The kinds of content that the encoder has settings for, by their names in presets; others have no effect.
    var tunes: [String] { get }
    /// The options of the encoder that presets may set; `nil` if there are none.
    var presetOptions: (any PresetOptions)? { get }
    /// Whether the encoder's maximum rate can be changed while it encodes.
    var adjustsRate: Bool { get }
    /// Whether the encoder can report the squared error of each frame.
    var reportsErrors: Bool { get }

    /// Returns the CPU time of encoding, in seconds per million pixels, measured on one core.
    func encodingCost(_ speed: EncoderSpeed) -> Double

    /// Returns the `crf` of a rung that names none: with an operating point, the one whose quality is that of the preset
    /// `veryfast` with `defaultQuality`.
    func defaultQuality(at point: OperatingPoint?) -> Double

    /// Returns the `crf` that has the quality of that of the settings with the parameters for the content.
    func contentQuality(_ settings: EncoderSettings) -> Double

    /// Returns the most bits that the encoder needs at a CRF without a maximum rate, as a multiple of those that the upload has
    /// for the same frames at the same size; `nil` if that was not measured.
    func rateBound(crf: Double) -> Double?

    /// Returns libav's options of an encoder: one IDR per GOP, closed GOPs, capped quality, BT.709.
    ///
    /// The settings may have any operating point, and any of `EncoderSettings.presets`.
    func options(_ settings: EncoderSettings) -> [String: String]

    /// Returns options with which CPUs with AVX-512 produce the same bytes as others.
    func optionsForAVX512(_ options: [String: String]) -> [String: String]

    /// Returns options with which a share of the decoder's buffer is full at the first frame.
    func options(_ options: [String: String], bufferFill: Double) -> [String: String]

    /// Returns options with which the encoder cannot be opened if it does not support one of them; libav ignores some silently.
    func strictOptions(_ options: [String: String]) -> [String: String]

    /// Returns the peak memory of an encoder, an estimate that is not exceeded.
    ///
    /// - Parameters:
    ///   - size: The frame size in pixels.
    ///   - frames: The number of frames to encode.
    ///   - options: The encoder's options, as `options(_:)` returned them.
    /// - Returns: The memory, in bytes.
    func encoderMemory(_ size: Resolution, frames: Int, options: [String: String]) -> Int

    /// Options with which the encoder writes its version into the stream, as fast as possible.
    var versionOptions: [String: String] { get }

    /// Returns the encoder's version, as the encoder wrote it into a stream.
    func encoderVersion(in stream: [UInt8]) -> String?

    // MARK: Bitstream

    /// The sample entry of renditions in MP4 (ISO/IEC 14496-15), the start of their codec strings.
    var sampleEntry: String { get }
    /// All sample entries of the codec in files.
    var readableSampleEntries: [String] { get }

    /// Returns the codec string (RFC 6381, 3.3) of a stream's parameter sets.
    ///
    /// The string is read from the stream and not derived from settings, since players choose variants by it.
    ///
    /// - Parameter configuration: libav's extradata: parameter sets with start codes, or the content of the sample entry's
    ///   configuration box.
    /// - Returns: `nil` if the configuration has no parameter set, or is truncated.
    func codecString(configuration: [UInt8]) -> String?

    /// Returns the profile of a codec string; `nil` for a profile that presets cannot name.
    func profile(ofCodecString codecString: String) -> Profile?

    /// Returns the level of a codec string; `nil` if it has none.
    func level(ofCodecString codecString: String) -> String?

    /// Returns the length, in bytes, of the message about the encoder and its settings at the start of an encode's first packet.
    ///
    /// - Parameter packet: The start of the packet, with start codes.
    /// - Returns: 0 if there is no message.
    func versionMessageLength(_ packet: [UInt8]) -> Int

    /// libav's bitstream filter that removes messages and private data from a stream that is copied; `nil` for none.
    ///
    /// Streams of codecs that `isUniversal` are copied into downloads, so these codecs need a filter.
    var messageFilter: String? { get }
}

/// The maximum bit rate and buffer of a level.
public struct LevelLimits: Hashable, Sendable {
    /// The maximum bit rate.
    public let bitrate: Bitrate
    /// The maximum size of the decoder's buffer, in bits.
    public let buffer: Int

    public init(bitrate: Bitrate, buffer: Int) {
        self.bitrate = bitrate
        self.buffer = buffer
    }

    /// Returns whether a maximum rate and a buffer (bits) are within the limits.
    public func allow(_ maxrate: Bitrate, bufsize: Int) -> Bool {
        maxrate <= bitrate && bufsize <= buffer
    }
}

extension VideoCodecModel {
    public func rateBound(crf: Double) -> Double? { nil }

    /// Returns the first level that passes a test; the highest if none does.
    public func lowestLevel(_ isEnough: (String) -> Bool) -> String {
        levels.first(where: isEnough) ?? levels[levels.count - 1]
    }

    public func defaultQuality(at point: OperatingPoint?) -> Double { defaultQuality }

    public func contentQuality(_ settings: EncoderSettings) -> Double { settings.crf }

    public func strictOptions(_ options: [String: String]) -> [String: String] { options }

    /// Returns whether a level is below another; `false` if either is unknown.
    public func level(_ level: String, isBelow other: String) -> Bool {
        guard let index = levels.firstIndex(of: level), let other = levels.firstIndex(of: other)
        else { return false }
        return index < other
    }
}
