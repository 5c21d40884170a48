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
