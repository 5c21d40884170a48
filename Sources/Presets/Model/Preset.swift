/// What a run makes of an upload: how it is packaged, the ladder of rungs, sound, thumbnails and
/// limits.
///
/// A value of this type is complete and consistent: every default is filled in, every rule of
/// docs/presets.md holds.
public struct Preset: Codable, Hashable, Sendable {
    /// Letters, digits, dots, dashes and underscores: safe in a path.
    public let name: String
    /// One sentence for people.
    public let description: String
    public let packaging: Packaging
    public let video: Video
    /// Highest first; sizes fall from each rung of a codec to the next.
    ///
    /// Empty: sound alone is made.
    public let ladder: [Rung]
    /// `nil`: the output has no sound.
    public let audio: Audio?
    /// `nil`: no captions.
    public let captions: Captions?
    /// `nil`: no poster and no storyboard.
    public let thumbnails: Thumbnails?
    public let limits: Limits
    public let onDamage: CorruptionPolicy
    /// `nil`: nothing beyond what every package keeps to.
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
        self.expect = expect
    }
}
