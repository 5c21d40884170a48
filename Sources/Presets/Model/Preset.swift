/// The definition of a package: packaging, the ladder of rungs, audio, captions, thumbnails and limits.
///
/// A preset that was read is complete and consistent: every default is filled in, and it violates no rule of docs/presets.md
/// that is an error.
public struct Preset: Codable, Hashable, Sendable {
    /// The name: letters, digits, dots, dashes and underscores, safe in a path.
    public let name: String
    /// One sentence for users.
    public let description: String
    public let packaging: Packaging
    public let video: Video
    /// The rungs, highest first; sizes decrease from each rung of a codec to the next.
    ///
    /// A preset without rungs makes audio alone.
    public let ladder: [Rung]
    /// The encoding of audio; `nil` for packages without audio.
    public let audio: Audio?
    /// The selection of captions; `nil` for none.
    public let captions: Captions?
    /// Poster and storyboard; `nil` for neither.
    public let thumbnails: Thumbnails?
    public let limits: Limits
    /// The handling of an upload of which parts cannot be decoded.
    public let onDamage: CorruptionPolicy
    /// The measurement of the quality of segments.
    public let quality: QualityMeasurement
    /// The limits that an evaluation checks packages against; `nil` for none.
    public let expect: Expectations?

    public init(
        name: String,
        description: String,
        packaging: Packaging = Packaging(),
        video: Video = Video(),
        ladder: [Rung],
        audio: Audio? = Audio(),
        captions: Captions? = Captions(),
        thumbnails: Thumbnails? = Thumbnails(),
        limits: Limits = Limits(),
        onDamage: CorruptionPolicy = .publish,
        quality: QualityMeasurement = .measured,
        expect: Expectations? = nil
    ) {
        self.name = name
        self.description = description
        self.packaging = packaging
        self.video = video
        self.ladder = ladder
        self.audio = audio
        self.captions = captions
        self.thumbnails = thumbnails
        self.limits = limits
        self.onDamage = onDamage
        self.quality = quality
        self.expect = expect
    }
}
