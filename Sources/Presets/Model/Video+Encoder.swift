extension Video {
    /// The speed and the options of the video encoder.
    public struct Encoder: Codable, Hashable, Sendable {
        /// The balance of speed and compression, one of `EncoderSettings.speeds`: `ultrafast` to `placebo`.
        public let preset: String
        /// The kind of content, such as `film` or `animation`; without effect on encoders that lack it; `nil` for none.
        public let tune: String?
        /// Further parameters of the encoders of codecs with `VideoCodecModel.presetOptions`, by name, which override those of
        /// `preset` and `tune`; none that the plan sets.
        public let options: [String: String]

        public init(
            preset: String = "veryfast", tune: String? = nil, options: [String: String] = [:]
        ) {
            self.preset = preset
            self.tune = tune
            self.options = options
        }
    }
}
