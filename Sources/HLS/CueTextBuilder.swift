/// Builds the text of a cue from the text and the styles of any track (WebVTT, 4.2.2).
///
/// Text is escaped, so that it cannot end the cue or begin a tag. Tags are balanced and nested. Lines are preserved, except
/// for empty ones, which would end the cue.
public struct CueTextBuilder {
    /// The styles that all formats of captions have; the raw value is WebVTT's tag.
    public enum Style: String, CaseIterable, Sendable {
        case bold = "b"
        case italic = "i"
        case underline = "u"
    }

    private var text = ""
    /// The styles of the open tags, the outermost first.
    private var open: [Style] = []
    /// The styles of the next text; tags are written with it.
    private var wanted: [Style] = []
    private var count = 0
    private var isVisible = false

    /// The maximum number of scalars of a cue, chosen because no screen shows as many at once; further text is ignored.
    public static let maximumLength = 2_000

    public init() {}

    /// Appends text; line feeds end lines.
    public mutating func append(_ text: some StringProtocol) {
        for scalar in text.unicodeScalars { append(scalar) }
    }

    /// Appends a scalar; control characters other than tabs and line breaks are ignored.
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

    /// Turns a style on or off for the text that follows.
    public mutating func set(_ style: Style, _ isOn: Bool) {
        let index = wanted.firstIndex(of: style)
        if isOn, index == nil { wanted.append(style) }
        if !isOn, let index { wanted.remove(at: index) }
    }

    /// Turns every style off.
    public mutating func resetStyles() { wanted = [] }

    /// Closes tags from the innermost one outwards, since tags are nested, and then opens the missing ones.
    private mutating func matchTags() {
        guard open != wanted else { return }
        let common = open.prefix { wanted.contains($0) }.count
        for style in open[common...].reversed() { text += "</\(style.rawValue)>" }
        open.removeSubrange(common...)
        for style in wanted where !open.contains(style) {
            text += "<\(style.rawValue)>"
            open.append(style)
        }
    }

    /// Returns the text without empty lines; `nil` if it has no visible characters.
    public consuming func finish() -> String? {
        guard isVisible else { return nil }
        resetStyles()
        matchTags()
        // Scalars are compared, since a line feed can be part of a longer `Character`.
        let lines = text.unicodeScalars.split(separator: "\n").filter { line in
            line.contains { !$0.properties.isWhitespace }
        }
        return lines.map { String(Substring($0)) }.joined(separator: "\n")
    }
}
