package import MediaUnits
package import VideoCodecs

/// The work on one rung of the ladder.
package struct RungPlan: Codable, Hashable, Sendable {
    /// The name, which is also that of the folder: `720p`, after the short side.
    package let name: String
    /// The size of frames, in pixels; both sides are even.
    package let size: Resolution
    /// The frames of the grid for each frame of the rung.
    package let divisor: Int
    /// The frame rate, in frames per second.
    package let frameRate: Rational
    /// The distance between two IDR frames, in frames of the rung.
    package let gop: Int
    /// The timescale of its fMP4 track, in ticks per second.
    package let timescale: Int
    /// The duration of a frame, in ticks of the timescale.
    package let ticksPerFrame: Int
    /// The highest bit rate of its segments, in bits per second.
    package let ceiling: Int
    /// The size of the decoder's buffer, in bits.
    package let buffer: Int
    /// The level, in the notation of the codec: `4.0`.
    package let level: String
    /// The encoder's constant rate factor, which applies where the ceiling does not limit the bit rate.
    package let crf: Double
    package let codec: VideoCodec
    /// The operating point of the encoder; `nil` for a preset of the encoder, which is among the options.
    package let point: OperatingPoint?
    /// The options of libav's encoder.
    package let options: [String: String]
    /// The index of the rung whose frames it is scaled from; `nil` for the source.
    package let scaledFrom: Int?
    /// The predicted bit rate and quality, if the CRF was chosen for a target.
    package let prediction: RatePrediction?

    package init(
        name: String,
        size: Resolution,
        divisor: Int,
        frameRate: Rational,
        gop: Int,
        timescale: Int,
        ticksPerFrame: Int,
        ceiling: Int,
        buffer: Int,
        level: String,
        crf: Double,
        codec: VideoCodec,
        point: OperatingPoint? = nil,
        options: [String: String],
        scaledFrom: Int?,
        prediction: RatePrediction? = nil
    ) {
        self.name = name
        self.size = size
        self.divisor = divisor
        self.frameRate = frameRate
        self.gop = gop
        self.timescale = timescale
        self.ticksPerFrame = ticksPerFrame
        self.ceiling = ceiling
        self.buffer = buffer
        self.level = level
        self.crf = crf
        self.codec = codec
        self.point = point
        self.options = options
        self.scaledFrom = scaledFrom
        self.prediction = prediction
    }

    /// The balance of speed and compression of its encoder.
    package var speed: EncoderSpeed {
        point.map(EncoderSpeed.point) ?? .preset(options["preset"] ?? "")
    }

    /// Returns the number of its frames for a number of frames of the grid.
    package func frames(in gridFrames: Int) -> Int { (gridFrames + divisor - 1) / divisor }
}
