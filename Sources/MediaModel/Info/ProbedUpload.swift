/// The result of a probe: media info, the upload's identity, and the long lists, which are not printed.
package struct ProbedUpload: Codable, Sendable {
    package let info: MediaInfo
    /// The identity of the upload's content, which keys are made from; the SHA-256 for local uploads.
    package let identity: String
    /// The frames of the video track; `nil` without one.
    package let frames: FrameIndex?
    /// The clocks of audio tracks without gaps, by the index of the stream.
    package let clocks: [Int: SampleClock]
    package let captions: [CaptionSource]

    /// Whether only the index was read with a few packets, so that frame sizes and closed captions may be unknown.
    package var isIndexed = false
    /// The samples of a probe encode; `nil` if there was none.
    package var samples: [EncodedSample]?

    package init(
        info: MediaInfo,
        identity: String,
        frames: FrameIndex?,
        clocks: [Int: SampleClock] = [:],
        captions: [CaptionSource]
    ) {
        self.info = info
        self.identity = identity
        self.frames = frames
        self.clocks = clocks
        self.captions = captions
    }
}
