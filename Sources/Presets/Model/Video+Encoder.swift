extension Video {
    /// The speed and the options of the video encoder.
    public struct Encoder: Codable, Hashable, Sendable {
        /// The name of x264 and x265 for a balance of speed and compression, `ultrafast` to `placebo`.
        public let preset: String
        /// The name of x264 for a kind of content, such as `film` or `animation`; `nil` for none.
        public let tune: String?
        /// Further parameters of x264 (not of x265) by name, which override those of `preset` and `tune`; none that the plan
        /// sets.
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
