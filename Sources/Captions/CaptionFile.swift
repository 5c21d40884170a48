package import HLS

/// A file of captions, SubRip or WebVTT, read leniently: what cannot be read is passed over and counted.
package struct CaptionFile {
    package let cues: [CaptionCue]
    /// Cues that have no usable time, or are beyond the limit.
    package let lostCount: Int
    /// It was neither UTF-8 nor UTF-16.
    package let isLegacy: Bool

    /// Cues that a file or track may have, chosen as five times those of the longest films.
    package static let maximumCues = 20_000

    package init(_ bytes: [UInt8], _ format: CaptionFormat) {
        let (text, isLegacy) = TextEncoding.decode(bytes)
        self.isLegacy = isLegacy
        let blocks = format == .webVTT ? Self.webVTTBlocks(text) : Self.subRipBlocks(text)
        var cues: [CaptionCue] = []
        var lostCount = 0
        for (times, lines) in blocks {
            guard let times = CueTiming(times), cues.count < Self.maximumCues else {
                lostCount += 1
                continue
            }
            let raw = lines.joined(separator: "\n")
            guard let text = format.cueText(raw) else { continue }
            let settings =
                format == .webVTT ? times.settings : CuePlace.settings(overriddenIn: raw)
            cues.append(
                CaptionCue(start: times.start, end: times.end, text: text, settings: settings))
        }
        self.cues = cues
        self.lostCount = lostCount
    }

    /// Lines of times, and the lines below each.
    private typealias Blocks = [(times: Substring, lines: [Substring])]

    /// Whether a line was meant as times, right or wrong; an arrow in a text does not make it so.
    private static func isTimes(_ line: Substring) -> Bool {
        guard line.contains("-->") else { return false }
        let first = line.drop { $0 == " " || $0 == "\t" }
        return first.first?.isNumber ?? false && first.prefix { $0 != "-" }.contains(":")
    }

    /// Everything up to the next line of times is a cue's text, but the number above that line.
    ///
    /// Empty lines do not end a cue, because many files have them inside.
    private static func subRipBlocks(_ text: String) -> Blocks {
        var blocks: Blocks = []
        for line in lines(text) {
            guard isTimes(line) else {
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

    /// WebVTT, 6.1: blocks stand between empty lines; those without times are notes, styles and regions.
    private static func webVTTBlocks(_ text: String) -> Blocks {
        let lines = lines(text)
        guard lines.first?.hasPrefix("WEBVTT") ?? false else { return [] }
        var blocks: Blocks = []
        var isInCue = false
        for line in lines.dropFirst() {
            if isTimes(line) {
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

    /// Ends at LF, CR or both; by scalars, because CR LF is one `Character`.
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
