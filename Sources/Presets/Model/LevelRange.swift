public import MediaUnits
internal import VideoCodecs

/// The levels that the renditions of a rung may have.
///
/// A rung without a level of its own has the lowest for 16:9; a picture that this does not hold
/// raises it, up to a limit that players of the rung know all the same.
public struct LevelRange: Hashable, Sendable {
    private let codec: VideoCodec
    /// The rung's short side in pixels.
    private let size: Int
    /// The level of what 16:9 needs.
    public let base: String
    /// A picture that this does not hold is scaled to fit.
    public let highest: String

    init(of rung: Rung, in video: Video) {
        let codec = rung.codec.model
        let rate = min(video.maxFrameRate, rung.maxFrameRate ?? video.maxFrameRate)
        let picture = Rung.widescreen(size: rung.size)
        let base =
            rung.level
            ?? codec.lowestLevel {
                codec.level($0, holds: picture, frameRate: rate)
                    && codec.limits(of: $0, rung.profile)?
                        .allow(rung.maxrate, bufsize: rung.bufsize) ?? true
            }
        let raised = codec.highestRaisedLevel
        self.codec = rung.codec
        size = rung.size
        self.base = base
        highest = rung.level == nil && codec.level(base, isBelow: raised) ? raised : base
    }

    /// Whether pictures of that size (pixels) at that rate (frames per second) need no scaling.
    public func holds(_ size: Resolution, frameRate: Rational) -> Bool {
        codec.model.level(highest, holds: size, frameRate: frameRate)
    }

    /// The level of a rendition: the base, or the lowest above it that holds the picture; of one
    /// that is smaller than the rung, the lowest of all that does.
    public func level(of size: Resolution, frameRate: Rational) -> String {
        let codec = codec.model
        let isBelow = size.shortSide < self.size
        if !isBelow, codec.level(base, holds: size, frameRate: frameRate) { return base }
        return codec.lowestLevel { codec.level($0, holds: size, frameRate: frameRate) }
    }
}

extension Rung {
    /// The levels of its renditions; `video` has the frame rate of rungs that have none of their own.
    public func levels(in video: Video) -> LevelRange { LevelRange(of: self, in: video) }
}
