public import VideoCodecs

extension Video {
    /// The speed and the options of the video encoder.
    public struct Encoder: Codable, Hashable, Sendable {
        /// The balance of speed and compression, one of `EncoderSettings.presets`: `ultrafast` to `placebo`; `nil` with `point`.
        public let preset: String?
        /// The operating point, the other way to choose this balance; `nil` with `preset`.
        public let point: OperatingPoint?
        /// The kind of content, such as `film` or `animation`; without effect on encoders that lack it; `nil` for none.
        public let tune: String?
        /// Further parameters of the encoders of codecs with `VideoCodecModel.presetOptions`, by name, which override those of
        /// `preset`, `point` and `tune`; none that the plan sets.
        public let options: [String: String]

        public init(
            preset: String = defaultPreset, tune: String? = nil, options: [String: String] = [:]
        ) {
            self.preset = preset
            self.point = nil
            self.tune = tune
            self.options = options
        }

        public init(
            point: OperatingPoint, tune: String? = nil, options: [String: String] = [:]
        ) {
            self.preset = nil
            self.point = point
            self.tune = tune
            self.options = options
        }

        /// The preset of encoders where neither a preset nor a point is chosen.
        ///
        /// Existing presets choose their `crf` with it; at an operating point, the same `crf` makes more bits.
        public static let defaultPreset = "veryfast"

        /// The point, or the preset.
        package var speed: EncoderSpeed {
            point.map(EncoderSpeed.point) ?? .preset(preset ?? Self.defaultPreset)
        }
    }
}
