package import MediaUnits
package import Presets

/// The bounds of the numbers in media info.
///
/// Chosen far beyond every recording, and so that sums and products of a few of them fit 64 bits: a time has at most
/// 5 x 10^16 nanoseconds, and an upload at most 3 x 10^16 ticks of its clock.
package enum MediaBounds {
    /// The largest time either way, in seconds: four months.
    package static let time = Rational(10_000_000)

    /// The longest tick of a time base, in seconds: even time lapses have a frame every few minutes.
    package static let tick = Rational(3600)

    /// The numerators and denominators of time bases and aspect ratios: libav has 32 bits for them.
    package static let fraction = 1...Int(Int32.max)

    /// The width and the height of a coded picture, in pixels: VP9 and AV1 have 16 bits for them.
    package static let side = 1...65_536

    /// The most pixels of a coded picture: the largest `limits.pixels` of a preset (docs/presets.md).
    package static let pixels = 8192 * 8192

    /// The width of a pixel by its height; others are mistakes or attacks.
    package static let aspectRatio = Rational(1, 20)...Rational(20)

    /// Frames per second; cameras for slow motion have a thousand.
    package static let frameRate = Rational(1, 1000)...Rational(10_000)

    /// Samples per second; DSD512 has the most, 22.6 million.
    package static let sampleRate = 1...100_000_000

    /// Channels of an audio track, as libav's `FF_SANE_NB_CHANNELS` allows them.
    package static let channels = 1...512

    /// The times of cues, in milliseconds: files of captions have up to 9,999 hours, counted from the upload's start.
    package static let cueTime = -100_000_000_000...100_000_000_000

    /// Notices of an upload or a plan, chosen far above one for each code, track and file of captions.
    package static let notices = 10_000

    /// Files of captions beside one upload, chosen as three times the languages of the best served films.
    package static let sidecars = 150

    /// Tracks of captions: the container's, the channels of closed captions, and the files beside an upload.
    package static func captions(of limits: Limits) -> Int { limits.streams + 16 + sidecars }

    /// The longest package, in seconds: eleven days, more than `limits.duration` can be set to.
    ///
    /// It keeps every array of a plan below some million elements.
    package static let packageDuration = Rational(1_000_000)

    /// The longest distance of frames that all rungs have in common, in frames of the grid.
    package static let commonFrames = 100_000

    /// The longest side of a rendition, in pixels: about what the highest levels of the codecs hold.
    package static let renditionSide = 16_384

    /// The number of ticks that `time` has.
    package static func ticks(of timeBase: Rational) -> Int { (time / timeBase).floor }
}
