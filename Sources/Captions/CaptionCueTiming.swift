/// A timing line: `00:00:01,000 --> 00:00:03,500`, with the cue settings of WebVTT.
package struct CaptionCueTiming: Hashable {
    /// Times in milliseconds; the end is after the start.
    package let start: Int
    package let end: Int
    /// The well-formed cue settings (WebVTT, 4.4), without regions.
    package let settings: String

    package init?(_ line: some StringProtocol) {
        // By scalars: an arrow or a colon followed by a combining mark is another character.
        let halves = Array(line.unicodeScalars).split(
            separator: Array("-->".unicodeScalars), maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        let (before, after) = (Self.words(halves[0]), Self.words(halves[1]))
        guard before.count == 1, let first = after.first,
            let start = Self.milliseconds(before[0]), let end = Self.milliseconds(first),
            start < end
        else { return nil }
        self.start = start
        self.end = end
        settings = Self.settings(after.dropFirst())
    }

    /// Returns the well-formed settings of a caption cue whose container stores them separately.
    package static func settings(_ text: String) -> String {
        settings(words(Array(text.unicodeScalars)[...])[...])
    }

    /// The longest settings that are accepted, in bytes; the five that exist take fewer.
    static let longestSettings = 200

    private static func settings(_ words: ArraySlice<String>) -> String {
        let settings = words.filter(isSetting).joined(separator: " ")
        return settings.utf8.count > longestSettings ? "" : settings
    }

    private static func words(_ scalars: ArraySlice<Unicode.Scalar>) -> [String] {
        scalars.split { $0 == " " || $0 == "\t" }.map { word in
            var view = String.UnicodeScalarView()
            view.append(contentsOf: word)
            return String(view)
        }
    }

    /// Parses optional hours, minutes, and seconds with at most three decimals behind a point or comma.
    private static func milliseconds(_ text: String) -> Int? {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let last = parts.last else { return nil }
        let seconds = last.split(omittingEmptySubsequences: false) {
            $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",")
        }
        guard seconds.count <= 2, let whole = number(seconds[0], digits: 1...2) else { return nil }
        var milliseconds = 0
        if seconds.count == 2 {
            guard let fraction = number(seconds[1], digits: 1...3) else { return nil }
            milliseconds = fraction * [100, 10, 1][seconds[1].count - 1]
        }
        guard let minutes = number(parts[parts.count - 2], digits: 1...2), minutes < 60, whole < 60
        else { return nil }
        let hours = parts.count == 3 ? number(parts[0], digits: 1...4) : 0
        return hours.map { (($0 * 60 + minutes) * 60 + whole) * 1000 + milliseconds }
    }

    private static func number(_ digits: Substring.UTF8View, digits count: ClosedRange<Int>) -> Int?
    {
        guard count.contains(digits.count),
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int(String(Substring(digits)))
    }

    private static let names: Set<Substring> = ["vertical", "line", "position", "size", "align"]

    private static func isSetting(_ word: String) -> Bool {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 && names.contains(parts[0]) && !parts[1].isEmpty
            && parts[1].allSatisfy {
                $0.isASCII && ($0.isLetter || $0.isNumber || ".,%-".contains($0))
            }
    }
}
