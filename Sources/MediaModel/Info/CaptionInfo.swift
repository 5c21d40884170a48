/// Usable captions: a text track of the upload, or a sidecar.
public struct CaptionInfo: Codable, Hashable, Sendable {
    /// The stream's index in the container; `nil` for a sidecar.
    public let stream: Int?
    /// The sidecar's name, with `*` for the name of the upload: `*.de.srt`; `nil` for a stream.
    public let file: String?
    /// `CC1` to `CC4` for CEA-608 captions, whose stream may be the video; `nil` for others.
    public let channel: String?
    /// The format, by libav's name: `subrip`, `webvtt`, `mov_text`, `ass`, `text`, `eia_608`.
    public let format: String
    /// The shortest BCP 47 tag; `nil` if the language is unknown.
    public let language: String?
    public let isDefault: Bool
    /// Whether players show it even if the viewer has turned captions off (RFC 8216, 4.3.4.1: `FORCED`).
    public let isForced: Bool
    /// Whether the text also describes audio other than speech (SDH).
    public let isForHearingImpaired: Bool
    public let cueCount: Int

    package init(
        stream: Int?,
        file: String?,
        channel: String?,
        format: String,
        language: String?,
        isDefault: Bool,
        isForced: Bool,
        isForHearingImpaired: Bool,
        cueCount: Int
    ) {
        self.stream = stream
        self.file = file
        self.channel = channel
        self.format = format
        self.language = language
        self.isDefault = isDefault
        self.isForced = isForced
        self.isForHearingImpaired = isForHearingImpaired
        self.cueCount = cueCount
    }
}
