/// Where on the picture a cue is shown, by the nine places of SubStation Alpha; between the nine, places are not kept.
///
/// `\pos` and margins count in pixels of a canvas that WebVTT has not.
enum CuePlace {
    /// WebVTT cue settings (WebVTT, 4.4) of a place: 1 to 3 from left to right at the bottom, 4 to 6 in the middle, 7 to 9
    /// at the top, like the keys of a number pad.
    ///
    /// - Returns: Nothing for what players do anyway, which is the middle of the bottom.
    static func settings(_ place: Int) -> String {
        let line = place > 6 ? "line:0" : place > 3 ? "line:50%" : ""
        let align = [1: "align:left", 0: "align:right"][place % 3] ?? ""
        return [line, align].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Settings of a text whose place overrides may tell.
    static func settings(overriddenIn text: some StringProtocol) -> String {
        override(in: text).map(settings) ?? ""
    }

    /// The place by the first override that tells one: `{\an8}`, or `{\a6}` as it was spelled before.
    ///
    /// Files of SubRip have them too.
    static func override(in text: some StringProtocol) -> Int? {
        // By scalars: a combining mark behind a brace makes another character of it.
        for artifact in String(text).unicodeScalars.split(
            omittingEmptySubsequences: false, whereSeparator: { $0 == "{" }
        ).dropFirst() {
            guard let end = artifact.firstIndex(of: "}") else { continue }
            for words in artifact[..<end].split(whereSeparator: { $0 == "\\" }) {
                let override = String(words)
                if override.hasPrefix("an"), let place = Int(override.dropFirst(2)) {
                    if (1...9).contains(place) { return place }
                } else if override.hasPrefix("a"), let old = Int(override.dropFirst()),
                    let place = legacy(old)
                {
                    return place
                }
            }
        }
        return nil
    }

    /// The place by its number in SubStation Alpha 4: 1 to 3 at the bottom, with 4 more at the top, with 8 in the middle.
    static func legacy(_ number: Int) -> Int? {
        switch number {
        case 1...3: number
        case 5...7: number + 2
        case 9...11: number - 5
        default: nil
        }
    }
}
