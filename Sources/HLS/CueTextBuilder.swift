/// Builds the text of a cue from a track's words and styles (WebVTT, 4.2.2), whatever they are.
///
/// Text is escaped, so it can neither end the cue nor begin a tag; tags are balanced and nested;
/// lines are kept, empty ones are not, because one would end the cue.
public struct CueTextBuilder {
    /// Styles that every format of captions has.
    public enum Style: String, CaseIterable, Sendable {
        case bold = "b"
        case italic = "i"
        case underline = "u"
    }

    private var text = ""
    /// Those of the tags that are open, from the outermost inwards.
    private var open: [Style] = []
    /// Those of what is appended next; tags follow when something is.
    private var wanted: [Style] = []
    private var count = 0
    private var isVisible = false

    /// Scalars of a cue; what follows is cut, chosen because no screen shows as many at once.
    public static let maximumLength = 2_000

    public init() {}

    /// Adds words; line feeds in them end lines.
    public mutating func append(_ words: some StringProtocol) {
        for scalar in words.unicodeScalars { append(scalar) }
    }

    public mutating func append(_ scalar: Unicode.Scalar) {
        guard count < Self.maximumLength else { return }
        count += 1
        matchTags()
        switch scalar {
        case "\n", "\r": text += "\n"
        case "&": add("&amp;")
        case "<": add("&lt;")
        case ">": add("&gt;")
        case "\t": text += " "
        default:
            guard scalar.properties.generalCategory != .control else { return }
            isVisible = isVisible || !scalar.properties.isWhitespace
            text.unicodeScalars.append(scalar)
        }
    }

    private mutating func add(_ escaped: String) {
        isVisible = true
        text += escaped
    }

    /// Turns a style on or off for what follows; no effect if it is so already.
    public mutating func set(_ style: Style, _ isOn: Bool) {
        let place = wanted.firstIndex(of: style)
        if isOn, place == nil { wanted.append(style) }
        if !isOn, let place { wanted.remove(at: place) }
    }

    /// Turns every style off.
    public mutating func resetStyles() { wanted = [] }

    /// Closes tags from the innermost one outwards, as tags may not cross, and opens what is wanted then.
    private mutating func matchTags() {
        guard open != wanted else { return }
        let kept = open.prefix { wanted.contains($0) }.count
        for style in open[kept...].reversed() { text += "</\(style.rawValue)>" }
        open.removeSubrange(kept...)
        for style in wanted where !open.contains(style) {
            text += "<\(style.rawValue)>"
            open.append(style)
        }
    }

    /// The text, without empty lines; `nil` if there is nothing to see.
    public consuming func finish() -> String? {
        guard isVisible else { return nil }
        resetStyles()
        matchTags()
        // By scalars, since to Swift a line feed may be part of a longer character.
        let lines = text.unicodeScalars.split(separator: "\n").filter { line in
            line.contains { !$0.properties.isWhitespace }
        }
        return lines.map { String(Substring($0)) }.joined(separator: "\n")
    }
}
