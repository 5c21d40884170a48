/// The nine alignments of SubStation Alpha as WebVTT cue settings.
///
/// Exact positions (`\pos`, margins) are ignored: they count pixels of a canvas, which WebVTT lacks.
enum CaptionAlignment {
    /// Returns the WebVTT cue settings (WebVTT, 4.4) of an alignment.
    ///
    /// - Parameter alignment: 1 to 3 from left to right at the bottom, 4 to 6 in the middle, 7 to 9 at the top, as on a
    ///   number pad.
    /// - Returns: An empty string for the default of players, bottom center.
    static func settings(_ alignment: Int) -> String {
        let line = alignment > 6 ? "line:0" : alignment > 3 ? "line:50%" : ""
        let align = [1: "align:left", 0: "align:right"][alignment % 3] ?? ""
        return [line, align].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Returns the settings of the first alignment override in a text, or an empty string.
    static func settings(overriddenIn text: some StringProtocol) -> String {
        override(in: text).map(settings) ?? ""
    }

    /// Returns the alignment of the first override in a text: `{\an8}`, or `{\a6}` in the legacy numbering.
    ///
    /// SubRip files have them too.
    static func override(in text: some StringProtocol) -> Int? {
        // By scalars: a brace followed by a combining mark is another character.
        for section in String(text).unicodeScalars.split(
            omittingEmptySubsequences: false, whereSeparator: { $0 == "{" }
        ).dropFirst() {
            guard let end = section.firstIndex(of: "}") else { continue }
            for tag in section[..<end].split(whereSeparator: { $0 == "\\" }) {
                let override = String(tag)
                if override.hasPrefix("an"), let number = Int(override.dropFirst(2)) {
                    if (1...9).contains(number) { return number }
                } else if override.hasPrefix("a"), let old = Int(override.dropFirst()),
                    let alignment = legacy(old)
                {
                    return alignment
                }
            }
        }
        return nil
    }

    /// Returns the alignment of a number of SubStation Alpha 4: 1 to 3 at the bottom, plus 4 at the top, plus 8 in the
    /// middle.
    static func legacy(_ number: Int) -> Int? {
        switch number {
        case 1...3: number
        case 5...7: number + 2
        case 9...11: number - 5
        default: nil
        }
    }
}
