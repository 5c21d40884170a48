internal import MediaUnits

/// How large the numbers of media info may be.
///
/// Chosen far beyond every recording, and so that sums and products of a few of them fit 64 bits: a time has at most
/// 5 x 10^16 nanoseconds, and an upload at most 3 x 10^16 ticks of its clock.
enum MediaBounds {
    /// Seconds either way of a time: four months.
    static let time = Rational(10_000_000)

    /// Seconds of a clock's tick: no container counts in more than a fraction of one, no time lapse in more than minutes.
    static let tick = Rational(3600)

    /// Numerator and denominator of a clock's tick, and of an aspect ratio: libav has 32 bits for them.
    static let fraction = 1...Int(Int32.max)

    /// Pixels of a side of a coded picture: VP9 and AV1 have 16 bits for it, and PNG, which has more, makes no films.
    static let side = 1...65_536

    /// Pixels of a coded picture: the largest that any preset may allow (docs/presets.md).
    static let pixels = 8192 * 8192

    /// Width of a pixel by its height: beyond it is a mistake or an attack.
    static let aspectRatio = Rational(1, 20)...Rational(20)

    /// Frames a second: cameras for slow motion have a thousand.
    static let frameRate = Rational(1, 1000)...Rational(10_000)

    /// Samples a second: 1 bit at 22.6 MHz (DSD512) has the most.
    static let sampleRate = 1...100_000_000

    /// Channels of a sound track: those of libav's `FF_SANE_NB_CHANNELS`.
    static let channels = 1...512

    /// Milliseconds either way of a cue's times: files of captions have up to 9,999 hours, and may start with the upload.
    static let cueTime = -100_000_000_000...100_000_000_000

    /// Seconds of a package: eleven days, more than `limits.duration` can say, so that a plan has some million entries of
    /// any kind at most.
    static let packageDuration = Rational(1_000_000)

    /// Frames of the grid that rungs of different rates have one of in common, at most.
    static let commonFrames = 100_000

    /// Pixels of a side of a rendition: no level of a codec holds more than a few further ones.
    static let renditionSide = 16_384

    /// Ticks either way that are within `time`.
    static func ticks(of timeBase: Rational) -> Int { (time / timeBase).floor }
}
