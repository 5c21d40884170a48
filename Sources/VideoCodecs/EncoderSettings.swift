internal import Foundation
public import MediaUnits

/// The settings of a rendition's encoder, in terms that all codecs share.
public struct EncoderSettings: Sendable {
    /// The frame size in pixels.
    public let size: Resolution
    /// The frame rate in frames per second.
    public let frameRate: Rational
    /// The number of frames from one IDR to the next.
    public let gop: Int
    public let profile: Profile
    /// The level by its number, such as `4.0`.
    public let level: String
    /// The encoder's constant rate factor.
    public var crf: Double
    /// The maximum bit rate, in bits per second.
    public let maxrate: Int
    /// The size of the decoder's buffer, in bits.
    public let bufsize: Int
    /// The balance of speed and compression.
    public let speed: EncoderSpeed
    /// The kind of the upload's content.
    public let content: VideoContent
    /// How well the frames of the upload predict each other.
    public let temporalComplexity: TemporalComplexity
    /// The kind of content, one of the `VideoCodecModel.tunes` of any codec; `nil` for none.
    public let tune: String?
    /// The encoder's own parameters, where the codec has `VideoCodecModel.presetOptions`.
    public let options: [String: String]

    public init(
        size: Resolution, frameRate: Rational, gop: Int, profile: Profile, level: String,
        crf: Double, maxrate: Int, bufsize: Int, speed: EncoderSpeed,
        content: VideoContent = .unknown, temporalComplexity: TemporalComplexity = .medium,
        tune: String?, options: [String: String]
    ) {
        self.size = size
        self.frameRate = frameRate
        self.gop = gop
        self.profile = profile
        self.level = level
        self.crf = crf
        self.maxrate = maxrate
        self.bufsize = bufsize
        self.speed = speed
        self.content = content
        self.temporalComplexity = temporalComplexity
        self.tune = tune
        self.options = options
    }
}

extension EncoderSettings {
    /// The names of the balances of speed and compression, the fastest first: those of x264 (x264.h, x264_preset_names) and x265.
    ///
    /// A preset of this program has one, or an operating point, for the rungs of all codecs. The model of another encoder maps each
    /// name to a setting of that encoder.
    public static let presets = [
        "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower",
        "veryslow", "placebo",
    ]

    /// The options that libav's wrappers of x264 and x265 both take, with a preset of both encoders.
    func commonOptions(preset: String) -> [String: String] {
        [
            "preset": preset, "profile": profile.rawValue, "g": "\(gop)",
            "crf": String(format: "%g", crf), "color_range": "tv", "colorspace": "bt709",
            "color_primaries": "bt709", "color_trc": "bt709",
        ]
    }

    /// Whether frames last 0.15 s or longer; such frames are encoded without B-frames.
    ///
    /// x264 and x265 reorder by two frames at most. Then the first three decode times of a segment share one frame's time,
    /// so that steps are two thirds of a frame short. FFmpeg's HLS demuxer treats a step that is more than 0.1 s short as a
    /// discontinuity, and shifts all later frames.
    var hasLongFrames: Bool { frameRate.inverse >= Rational(15, 100) }

    /// Returns the tune, if an encoder has it.
    func tune(among tunes: [String]) -> String? {
        tune.flatMap { tunes.contains($0) ? $0 : nil }
    }

    /// Returns options with one more parameter of the encoder.
    static func adding(
        _ parameter: String, to option: String, of options: [String: String]
    ) -> [String: String] {
        let parameters = [options[option], parameter].compactMap(\.self).joined(separator: ":")
        return options.merging([option: parameters]) { $1 }
    }

    /// Parameters in the form that x264 and x265 read.
    static func text(_ parameters: [String: String]) -> String {
        parameters.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: ":")
    }
}
