public import MediaUnits

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
    /// The quality that the CRF of each rung is chosen for; `nil` for the CRFs of the ladder.
    public let target: QualityTarget?
    private let adaptive: Bool?
    /// The encoding of audio; `nil` for packages without audio.
    public let audio: Audio?
    /// The selection of captions; `nil` for none.
    public let captions: Captions?
    /// Poster and storyboard; `nil` for neither.
    public let thumbnails: Thumbnails?
    public let limits: Limits
    /// The handling of an upload of which parts cannot be decoded.
    public let onDamage: CorruptionPolicy
    private let qualityMeasurement: QualityMeasurement?
    private let requestedCuePoints: [CuePoint]?
    /// The limits that an evaluation checks packages against; `nil` for none.
    public let expect: Expectations?

    public init(
        name: String,
        description: String,
        packaging: Packaging = Packaging(),
        video: Video = Video(),
        ladder: [Rung],
        target: QualityTarget? = nil,
        isAdaptive: Bool = false,
        audio: Audio? = Audio(),
        captions: Captions? = Captions(),
        thumbnails: Thumbnails? = Thumbnails(),
        limits: Limits = Limits(),
        onDamage: CorruptionPolicy = .publish,
        quality: QualityMeasurement = .measured,
        cuePoints: [CuePoint] = [],
        expect: Expectations? = nil
    ) {
        self.name = name
        self.description = description
        self.packaging = packaging
        self.video = video
        self.ladder = ladder
        self.target = target
        // Stored presets of earlier versions have no value of these three.
        adaptive = isAdaptive ? true : nil
        qualityMeasurement = quality == .measured ? nil : quality
        requestedCuePoints = cuePoints.isEmpty ? nil : cuePoints
        self.audio = audio
        self.captions = captions
        self.thumbnails = thumbnails
        self.limits = limits
        self.onDamage = onDamage
        self.expect = expect
    }

    /// The measurement of the quality of segments.
    public var quality: QualityMeasurement { qualityMeasurement ?? .measured }

    /// The times of every upload at which something else may be inserted, in any order.
    public var cuePoints: [CuePoint] { requestedCuePoints ?? [] }

    /// Whether the ladder is adapted to the content of each upload: CRFs for a target, and no rungs that bring nothing.
    public var isAdaptive: Bool { adaptive ?? false }

    /// Whether uploads have a probe encode, which chooses the CRF of each rung.
    public var hasProbeEncode: Bool { target != nil || isAdaptive }

    /// Returns the preset with another quality target.
    public func with(_ target: QualityTarget) -> Preset {
        Preset(
            name: name, description: description, packaging: packaging, video: video,
            ladder: ladder, target: target, isAdaptive: isAdaptive, audio: audio,
            captions: captions, thumbnails: thumbnails, limits: limits, onDamage: onDamage,
            quality: quality, cuePoints: cuePoints, expect: expect)
    }

    /// Returns the preset with further cue points: those of one upload.
    public func adding(_ others: [CuePoint]) -> Preset {
        guard !others.isEmpty else { return self }
        return Preset(
            name: name, description: description, packaging: packaging, video: video,
            ladder: ladder, target: target, isAdaptive: isAdaptive, audio: audio,
            captions: captions, thumbnails: thumbnails, limits: limits, onDamage: onDamage,
            quality: quality, cuePoints: cuePoints + others, expect: expect)
    }
}
