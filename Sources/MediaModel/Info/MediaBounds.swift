package import MediaUnits
package import Presets

/// The bounds of the numbers in media info.
///
/// Chosen far beyond every recording, and so that sums and products of a few of them fit into 64 bits: a time has at most
/// 5 x 10^16 nanoseconds, and an upload at most 3 x 10^16 ticks of its clock.
package enum MediaBounds {
    /// The largest absolute time, in seconds: four months.
    package static let time = Rational(10_000_000)

    /// The longest tick of a time base, in seconds; chosen because time lapses have a frame every few minutes.
    package static let tick = Rational(3600)

    /// The numerators and denominators of time bases and aspect ratios, which are 32-bit in libav (`AVRational`).
    package static let fraction = 1...Int(Int32.max)

    /// The width and the height of a coded frame, in pixels, which are 16-bit in VP9 and AV1.
    package static let side = 1...65_536

    /// The most pixels of a coded frame: the largest `limits.pixels` of a preset (docs/presets.md).
    package static let pixels = 8192 * 8192

    /// The sample aspect ratio, as width by height; chosen because others are mistakes or attacks.
    package static let aspectRatio = Rational(1, 20)...Rational(20)

    /// The frame rate, in frames per second; chosen because slow-motion cameras reach 1,000.
    package static let frameRate = Rational(1, 1000)...Rational(10_000)

    /// The sample rate, in hertz; chosen because DSD512 has the highest in use, 22.6 million.
    package static let sampleRate = 1...100_000_000

    /// The channels of an audio track, as libav's `FF_SANE_NB_CHANNELS` limits them.
    package static let channels = 1...512

    /// The times of caption cues, in milliseconds; chosen because caption files have up to 9,999 hours.
    package static let cueTime = -100_000_000_000...100_000_000_000

    /// The first frames of a video that the probe decodes: more than any reordering, few enough to be cheap.
    package static let sampledFrames = 12

    /// The most findings of an upload or a plan; chosen far above one for each code, track and sidecar.
    package static let findings = 10_000

    /// The most sidecars of an upload; chosen as three times the languages of the films with the most.
    package static let sidecars = 150

    /// The most caption tracks: those of the container, 16 channels of closed captions, and sidecars.
    package static func captions(of limits: Limits) -> Int { limits.streams + 16 + sidecars }

    /// The longest package, in seconds: eleven days, more than `limits.duration` can be set to.
    ///
    /// Chosen because it limits every array of a plan to some million elements.
    package static let packageDuration = Rational(1_000_000)

    /// The longest distance between frames that all rungs have in common, in frames of the output grid.
    package static let commonFrames = 100_000

    /// The longest side of a rendition, in pixels; chosen as about the limit of the highest levels of the codecs.
    package static let renditionSide = 16_384

    /// Returns `time` in ticks of a time base, in seconds.
    package static func ticks(of timeBase: Rational) -> Int { (time / timeBase).floor }
}
