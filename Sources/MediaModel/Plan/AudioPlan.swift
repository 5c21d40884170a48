package import MediaUnits

/// The work on an audio rendition.
package struct AudioPlan: Codable, Hashable, Sendable {
    /// The stream's index in the container.
    package let stream: Int
    /// The folder below `audio/`: a language tag or `und`, with a number if it repeats.
    package let name: String
    /// The name that players show.
    package let label: String
    /// The shortest BCP 47 tag; `nil` if the language is unknown.
    package let language: String?
    package let isDefault: Bool
    /// Whether it describes the video for people who cannot see it.
    package let isDescription: Bool
    /// The sample rate, in hertz.
    package let sampleRate: Int
    package let channels: Int
    /// The bit rate, in bits per second.
    package let bitrate: Int
    /// The loudness target; `nil` if the loudness is not changed.
    package let loudnessTarget: LoudnessTarget?
    /// Time 0 of the package, in seconds of the upload's clock.
    package let start: Rational
    /// The time that decoding starts at, in seconds of the upload's clock; `nil` for the beginning.
    package var entry: Rational?
    /// The number of samples of each channel.
    package let sampleCount: Int
    /// The sample numbers at which segments start; the first is 0.
    package let borders: [Int]
    /// The indexes of the segments at which runs start; the first is 0.
    package let runStarts: [Int]
    /// The clock by which the samples of each run are decoded; `nil` for a track that is decoded from the beginning, as one run.
    package let clock: SampleClock?

    package init(
        stream: Int,
        name: String,
        label: String,
        language: String?,
        isDefault: Bool,
        isDescription: Bool,
        sampleRate: Int,
        channels: Int,
        bitrate: Int,
        loudnessTarget: LoudnessTarget?,
        start: Rational,
        entry: Rational? = nil,
        sampleCount: Int,
        borders: [Int],
        runStarts: [Int] = [0],
        clock: SampleClock? = nil
    ) {
        self.stream = stream
        self.name = name
        self.label = label
        self.language = language
        self.isDefault = isDefault
        self.isDescription = isDescription
        self.sampleRate = sampleRate
        self.channels = channels
        self.bitrate = bitrate
        self.loudnessTarget = loudnessTarget
        self.start = start
        self.entry = entry
        self.sampleCount = sampleCount
        self.borders = borders
        self.runStarts = runStarts
        self.clock = clock
    }
}
