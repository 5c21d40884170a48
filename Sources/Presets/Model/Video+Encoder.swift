extension Video {
    /// How hard the video encoder works, and how.
    public struct Encoder: Codable, Hashable, Sendable {
        /// x264's and x265's name for a balance of speed and compression, `ultrafast` to `placebo`.
        public let preset: String
        /// x264's name for a kind of content, such as `film` or `animation`; `nil`: none.
        public let tune: String?
        /// More parameters of x264 (not of x265) by their names, over those of `preset` and `tune`; none that the
        /// plan decides.
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
