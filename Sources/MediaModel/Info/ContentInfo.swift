public import VideoCodecs

/// What a video shows and how complex it is: the kind of content, and the figures that decisions follow from.
public struct ContentInfo: Codable, Hashable, Sendable {
    public let kind: VideoContent
    /// The first frames; `nil` if they are black, too small or in a format without luma.
    public let start: ContentSample?
    /// The keyframe in the middle of the video and the frame after it; `nil` also if the upload cannot be read from there.
    public let middle: ContentSample?
    /// The highest bit rate of any two consecutive seconds of the video in the upload, in bits per second; `nil` if the video
    /// is shorter.
    public let peakBitrate: Int?

    package init(
        kind: VideoContent,
        start: ContentSample?,
        middle: ContentSample?,
        peakBitrate: Int? = nil
    ) {
        self.kind = kind
        self.start = start
        self.middle = middle
        self.peakBitrate = peakBitrate
    }
}

/// Figures of luma in blocks of 8x8 pixels, which are spread evenly over the frames, black bars excluded.
///
/// Samples have 8 bits. Of several frames, each figure is the median.
public struct ContentSample: Codable, Hashable, Sendable {
    /// The number of frames.
    public let frames: Int
    /// The share of blocks of one value, 0...1: sensors add noise, screens do not.
    public let flat: Double
    /// The share of blocks whose values differ by 64 or more, 0...1.
    public let contrast: Double
    /// The share of those blocks that have half of the difference between two neighbors, 0...1: edges of text and windows.
    public let hardEdges: Double
    /// The mean difference between neighbors, 0...255.
    public let detail: Double
    /// The mean difference between neighbors that a quarter of the blocks does not exceed, 0...255.
    public let noise: Double
    /// The share of blocks that are equal to those of the frame before, 0...1; `nil` for one frame.
    public let unchanged: Double?
    /// The mean difference to the frame before, 0...255; `nil` for one frame.
    public let motion: Double?
    /// What motion compensation from the frame before leaves, in frames that are reduced to a short side of about 120 pixels: the
    /// mean difference, as a multiple of that between neighbors; `nil` for one frame, and for frames of one value.
    public let residual: Double?

    package init(
        frames: Int,
        flat: Double,
        contrast: Double,
        hardEdges: Double,
        detail: Double,
        noise: Double,
        unchanged: Double?,
        motion: Double?,
        residual: Double? = nil
    ) {
        self.frames = frames
        self.flat = flat
        self.contrast = contrast
        self.hardEdges = hardEdges
        self.detail = detail
        self.noise = noise
        self.unchanged = unchanged
        self.motion = motion
        self.residual = residual
    }
}
