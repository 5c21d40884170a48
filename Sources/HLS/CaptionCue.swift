/// A text and the time that it is shown: a cue of WebVTT.
public struct CaptionCue: Codable, Hashable, Sendable {
    /// Milliseconds; it is shown from `start` up to `end`, which lies behind it.
    public let start: Int
    public let end: Int
    /// Cue text by WebVTT, 4.2.2, as `CueTextBuilder` makes it: lines that are not empty.
    public let text: String
    /// Where it is shown, as WebVTT, 4.4 spells it: `line:0 align:start`; empty: where players like.
    public let settings: String

    public init(start: Int, end: Int, text: String, settings: String = "") {
        self.start = start
        self.end = end
        self.text = text
        self.settings = settings
    }

    /// Bytes that it takes in a file, its times included.
    public var byteCount: Int { block.utf8.count }

    /// The most UTF-8 bytes that `CueTextBuilder` makes: of `maximumLength` scalars, with tags before each.
    private static let maximumBytes = 40 * CueTextBuilder.maximumLength

    /// Whether `CueTextBuilder` can have made the text, so that it neither ends the cue nor starts another.
    public var isWellFormed: Bool {
        guard text.utf8.count <= Self.maximumBytes, !text.contains("-->") else { return false }
        // By scalars, since to Swift a line feed may be part of a longer character.
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.allSatisfy { line in
            line.contains { !$0.properties.isWhitespace }
                && !line.contains { $0.properties.generalCategory == .control }
        }
    }

    /// Moved by milliseconds, and cut to a range of them.
    ///
    /// - Returns: `nil` if nothing of it lies there.
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
