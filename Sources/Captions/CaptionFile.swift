package import HLS

/// A caption file, SubRip or WebVTT, parsed leniently: unreadable caption cues are skipped and counted.
package struct CaptionFile {
    package let cues: [CaptionCue]
    /// The number of caption cues without a valid time, or beyond the limit.
    package let discardedCount: Int
    /// Whether the file is encoded in neither UTF-8 nor UTF-16.
    package let isLegacy: Bool

    /// The most caption cues of a file or track, chosen as five times those of the longest films.
    package static let maximumCues = 20_000

    package init(_ bytes: [UInt8], _ format: CaptionFormat) {
        let (text, isLegacy) = TextEncoding.decode(bytes)
        self.isLegacy = isLegacy
        let blocks = format == .webVTT ? Self.webVTTBlocks(text) : Self.subRipBlocks(text)
        var cues: [CaptionCue] = []
        var discardedCount = 0
        for (times, lines) in blocks {
            guard let times = CaptionCueTiming(times), cues.count < Self.maximumCues else {
                discardedCount += 1
                continue
            }
            let raw = lines.joined(separator: "\n")
            guard let text = format.cueText(raw) else { continue }
            let settings =
                format == .webVTT ? times.settings : CaptionAlignment.settings(overriddenIn: raw)
            cues.append(
                CaptionCue(start: times.start, end: times.end, text: text, settings: settings))
        }
        self.cues = cues
        self.discardedCount = discardedCount
    }

    /// Timing lines, each with the lines below it.
    private typealias Blocks = [(times: Substring, lines: [Substring])]

    /// Returns whether a line is a timing line, valid or not; a text with an arrow is not.
    private static func isTiming(_ line: Substring) -> Bool {
        guard line.contains("-->") else { return false }
        let first = line.drop { $0 == " " || $0 == "\t" }
        return first.first?.isNumber ?? false && first.prefix { $0 != "-" }.contains(":")
    }

    /// Splits SubRip: a caption cue's text ends before the number above the next timing line.
    ///
    /// Empty lines do not end a caption cue, because many files have them inside.
    private static func subRipBlocks(_ text: String) -> Blocks {
        var blocks: Blocks = []
        for line in lines(text) {
            guard isTiming(line) else {
                if let last = blocks.indices.last { blocks[last].lines.append(line) }
                continue
            }
            if let last = blocks.indices.last, blocks[last].lines.last.map(isNumber) ?? false {
                blocks[last].lines.removeLast()
            }
            blocks.append((line, []))
        }
        return blocks
    }

    private static func isNumber(_ line: Substring) -> Bool {
        let digits = line.filter { $0 != " " }
        return !digits.isEmpty && digits.allSatisfy(\.isNumber)
    }

    /// Splits WebVTT (6.1): blocks are separated by empty lines; those without times are notes, styles and regions.
    private static func webVTTBlocks(_ text: String) -> Blocks {
        let lines = lines(text)
        guard lines.first?.hasPrefix("WEBVTT") ?? false else { return [] }
        var blocks: Blocks = []
        var isInCue = false
        for line in lines.dropFirst() {
            if isTiming(line) {
                blocks.append((line, []))
                isInCue = true
            } else if line.isEmpty {
                isInCue = false
            } else if isInCue {
                blocks[blocks.count - 1].lines.append(line)
            }
        }
        return blocks
    }

    /// Splits lines at LF, CR or CR LF; by scalars, because CR LF is one `Character`.
    private static func lines(_ text: String) -> [Substring] {
        var scalars = String.UnicodeScalarView()
        var previous: Unicode.Scalar = " "
        for scalar in text.unicodeScalars {
            if scalar != "\n" || previous != "\r" { scalars.append(scalar == "\r" ? "\n" : scalar) }
            previous = scalar
        }
        return scalars.split(separator: "\n", omittingEmptySubsequences: false).map(Substring.init)
    }
}
