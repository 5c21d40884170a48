/// Captions that can be used: a text track of the upload, or a file beside it.
public struct CaptionInfo: Codable, Hashable, Sendable {
    /// The stream's number in the container; `nil` for a file.
    public let stream: Int?
    /// The file's name without the upload's part: `*.de.srt`; `nil` for a stream.
    public let file: String?
    /// `CC1` to `CC4` of a stream with CEA-608, which may be the pictures'; `nil` for all else.
    public let channel: String?
    /// `subrip`, `webvtt`, `mov_text`, `ass`, `text`, `eia_608`.
    public let format: String
    /// The shortest BCP 47 tag; `nil` if nothing sensible is said.
    public let language: String?
    public let isDefault: Bool
    /// To be read whatever the viewer has chosen.
    public let isForced: Bool
    /// Says in words what is heard beside speech.
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
