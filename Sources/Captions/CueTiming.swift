/// A line of times: `00:00:01,000 --> 00:00:03,500`, and what WebVTT puts behind it.
package struct CueTiming: Hashable {
    /// Milliseconds; the end lies behind the start.
    package let start: Int
    package let end: Int
    /// Settings by WebVTT, 4.4, as far as they are well formed; regions are not kept.
    package let settings: String

    package init?(_ line: some StringProtocol) {
        // By scalars: a combining mark behind an arrow or a colon makes another character of it.
        let halves = Array(line.unicodeScalars).split(
            separator: Array("-->".unicodeScalars), maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        let (before, behind) = (Self.words(halves[0]), Self.words(halves[1]))
        guard before.count == 1, let first = behind.first,
            let start = Self.milliseconds(before[0]), let end = Self.milliseconds(first),
            start < end
        else { return nil }
        self.start = start
        self.end = end
        settings = Self.settings(behind.dropFirst())
    }

    /// Settings of a cue from a container that keeps them apart.
    package static func settings(_ text: String) -> String {
        settings(words(Array(text.unicodeScalars)[...])[...])
    }

    /// The most bytes of settings that are kept; the five that exist take fewer.
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

    /// Hours, which may be left out, minutes and seconds with a point or a comma; at most three digits behind it.
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
