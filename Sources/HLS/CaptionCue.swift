/// A cue of WebVTT: a text and the time at which players show it.
public struct CaptionCue: Codable, Hashable, Sendable {
    /// The start in milliseconds.
    public let start: Int
    /// The end in milliseconds, after `start`.
    public let end: Int
    /// The cue text (WebVTT, 4.2.2) as `CueTextBuilder` makes it, without empty lines.
    public let text: String
    /// The cue settings (WebVTT, 4.4), such as `line:0 align:start`; empty for the players' default position.
    public let settings: String

    public init(start: Int, end: Int, text: String, settings: String = "") {
        self.start = start
        self.end = end
        self.text = text
        self.settings = settings
    }

    /// The size of the cue in a file, in bytes.
    public var byteCount: Int { block.utf8.count }

    /// The maximum of UTF-8 bytes that `CueTextBuilder` makes: `maximumLength` scalars with tags before each.
    private static let maximumBytes = 40 * CueTextBuilder.maximumLength

    /// Whether `CueTextBuilder` can have made the text, which then cannot end the cue or start another one.
    public var isWellFormed: Bool {
        guard text.utf8.count <= Self.maximumBytes, !text.contains("-->") else { return false }
        // Scalars are compared, since a line feed can be part of a longer `Character`.
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.allSatisfy { line in
            line.contains { !$0.properties.isWhitespace }
                && !line.contains { $0.properties.generalCategory == .control }
        }
    }

    /// Returns the cue shifted by an offset and clipped to a range, both in milliseconds.
    ///
    /// - Returns: `nil` if the shifted cue is outside of the range.
    public func shifted(by offset: Int, within range: Range<Int>) -> CaptionCue? {
        let (first, last) = (
            max(start + offset, range.lowerBound), min(end + offset, range.upperBound)
        )
        guard first < last else { return nil }
        return CaptionCue(start: first, end: last, text: text, settings: settings)
    }

    var block: String {
        let times = "\(WebVTTTime.text(start)) --> \(WebVTTTime.text(end))"
        return "\(times)\(settings.isEmpty ? "" : " " + settings)\n\(text)\n\n"
    }
}
