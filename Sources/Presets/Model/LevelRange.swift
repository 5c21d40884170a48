public import MediaUnits
internal import VideoCodecs

/// The levels that the renditions of a rung may have.
///
/// A rung without a level of its own has the lowest that supports 16:9 (H.264, table A-1; H.265, tables A.8 and A.9). A frame
/// size that this level does not support raises the level, up to `VideoCodecModel.highestRaisedLevel`.
public struct LevelRange: Hashable, Sendable {
    private let codec: VideoCodec
    /// The rung's short side, in pixels.
    private let size: Int
    /// The level of the rung, or the lowest that supports 16:9, the frame rate, `maxrate` and `bufsize`.
    public let base: String
    /// The highest level; a frame size that it does not support is scaled down.
    public let highest: String

    init(of rung: Rung, in video: Video) {
        let codec = rung.codec.model
        let rate = min(video.maxFrameRate, rung.maxFrameRate ?? video.maxFrameRate)
        let frameSize = Rung.widescreen(size: rung.size)
        let base =
            rung.level
            ?? codec.lowestLevel {
                codec.level($0, supports: frameSize, frameRate: rate)
                    && codec.limits(of: $0, rung.profile)?
                        .allow(rung.maxrate, bufsize: rung.bufsize) ?? true
            }
        let raised = codec.highestRaisedLevel
        self.codec = rung.codec
        size = rung.size
        self.base = base
        highest = rung.level == nil && codec.level(base, isBelow: raised) ? raised : base
    }

    /// Returns whether the highest level supports a frame size (pixels) at a frame rate (frames per second).
    public func supports(_ size: Resolution, frameRate: Rational) -> Bool {
        codec.model.level(highest, supports: size, frameRate: frameRate)
    }

    /// Returns the level of a rendition: the base, or the lowest level above it that supports the frame size (pixels) at the
    /// frame rate (frames per second); for a rendition smaller than the rung, the lowest of all levels that does.
    public func level(of size: Resolution, frameRate: Rational) -> String {
        let codec = codec.model
        let isBelow = size.shortSide < self.size
        if !isBelow, codec.level(base, supports: size, frameRate: frameRate) { return base }
        return codec.lowestLevel { codec.level($0, supports: size, frameRate: frameRate) }
    }
}

extension Rung {
    /// Returns the levels of the rung's renditions; `video` has the frame rate of rungs without one.
    public func levels(in video: Video) -> LevelRange { LevelRange(of: self, in: video) }
}
