public import MediaUnits

/// The measurements of an upload, which a plan is made from.
public struct MediaInfo: Codable, Hashable, Sendable {
    /// libav's name of the container.
    public let container: String
    /// The upload's size, in bytes.
    public let byteCount: Int
    /// The SHA-256 of the whole upload, in hexadecimal; `nil`, and `null` in JSON, if the content was not hashed.
    ///
    /// Local uploads always have one.
    public let sha256: String?
    /// The time of the first used frame or sample, in seconds of the upload's clock: time 0 of the package.
    public let start: Rational
    /// The time from `start` to the end of the last used frame or sample, in seconds.
    public let duration: Rational
    /// The used video track; `nil` if there is none.
    public let video: VideoInfo?
    /// The used audio tracks, in the container's order.
    public let audio: [AudioInfo]
    /// The text tracks in the container's order, then the sidecars by name.
    public let captions: [CaptionInfo]
    /// The unused tracks, with reasons.
    public let ignored: [IgnoredTrack]
    public let findings: [Finding]

    private enum CodingKeys: String, CodingKey {
        case container, byteCount, sha256, start, duration, video, audio, captions, ignored
        case findings = "notices"
    }

    package init(
        container: String,
        byteCount: Int,
        sha256: String?,
        start: Rational,
        duration: Rational,
        video: VideoInfo?,
        audio: [AudioInfo],
        captions: [CaptionInfo],
        ignored: [IgnoredTrack],
        findings: [Finding]
    ) {
        self.container = container
        self.byteCount = byteCount
        self.sha256 = sha256
        self.start = start
        self.duration = duration
        self.video = video
        self.audio = audio
        self.captions = captions
        self.ignored = ignored
        self.findings = findings
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(container, forKey: .container)
        try fields.encode(byteCount, forKey: .byteCount)
        // An explicit null: readers of manifests distinguish "not hashed" from an older schema.
        try fields.encode(sha256, forKey: .sha256)
        try fields.encode(start, forKey: .start)
        try fields.encode(duration, forKey: .duration)
        try fields.encodeIfPresent(video, forKey: .video)
        try fields.encode(audio, forKey: .audio)
        try fields.encode(captions, forKey: .captions)
        try fields.encode(ignored, forKey: .ignored)
        try fields.encode(findings, forKey: .findings)
    }
}
