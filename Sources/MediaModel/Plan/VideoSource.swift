/// The video track of the upload, and the processing of its frames before encoding.
package struct VideoSource: Codable, Hashable, Sendable {
    /// The stream's index in the container.
    package let stream: Int
    package let orientation: Orientation
    /// The deinterlacing mode; `nil` for progressive frames.
    package let deinterlacing: Deinterlacing?
    package let dynamicRange: VideoInfo.DynamicRange
    /// The most pixels of a frame; larger frames are refused.
    package let maximumPixels: Int
    /// The size of a decoded frame, in bytes, for the estimate of memory.
    package let frameBytes: Int
    package let decoderThreads: Int
    /// Whether frames of a chunk that are not shown are decoded too, since their corruption rejects the upload.
    package let decodesAllFrames: Bool

    package init(
        stream: Int,
        orientation: Orientation,
        deinterlacing: Deinterlacing?,
        dynamicRange: VideoInfo.DynamicRange,
        maximumPixels: Int,
        frameBytes: Int,
        decoderThreads: Int,
        decodesAllFrames: Bool = false
    ) {
        self.stream = stream
        self.orientation = orientation
        self.deinterlacing = deinterlacing
        self.dynamicRange = dynamicRange
        self.maximumPixels = maximumPixels
        self.frameBytes = frameBytes
        self.decoderThreads = decoderThreads
        self.decodesAllFrames = decodesAllFrames
    }
}

/// The deinterlacing mode; the raw values are those of the option `mode` of libavfilter's `bwdif`.
package enum Deinterlacing: String, Codable, Sendable {
    /// One frame of both fields.
    case frame = "send_frame"
    /// One frame of each field, which retains the smoothness of motion.
    case field = "send_field"
}
