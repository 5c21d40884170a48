internal import HLS

/// The cues that rows of a caption decoder's screen become.
///
/// Each row is in one cue, from when its first character was shown until it was erased or replaced. Rows one below
/// another that came and went together are lines of one cue.
struct CEA608Cues {
    private(set) var cues: [CaptionCue] = []
    /// Cues beyond the limits.
    private(set) var lostCount = 0
    private var byteCount = 0

    /// Bytes of one channel, chosen as a hundred times those of a long film: two commands show a full screen again.
    private static let maximumBytes = 10_000_000
    /// Milliseconds between rows that are painted one after the other, chosen below the time that reading a row takes.
    private static let breath = 1_000
    /// Rows from the fourth last one on are where players show captions anyway.
    private static let usualRows = 11

    /// Adds the rows that are shown up to a time.
    ///
    /// - Parameters:
    ///   - rows: By number from 0.
    ///   - end: Milliseconds.
    ///   - isAll: No other row is shown beside them.
    mutating func add(_ rows: [Int: CEA608Screen.Row], until end: Int, isAll: Bool) {
        var blocks: [(first: Int, rows: [CEA608Screen.Row])] = []
        for (number, row) in rows.sorted(by: { $0.key < $1.key })
        where !row.isBlank && row.since < end {
            if let block = blocks.last, let above = block.rows.last,
                block.first + block.rows.count == number,
                (0...Self.breath).contains(row.since - above.since)
            {
                blocks[blocks.count - 1].rows.append(row)
            } else {
                blocks.append((number, [row]))
            }
        }
        for (first, rows) in blocks {
            let isUsual =
                isAll && blocks.count == 1 && first + rows.count - 1 >= Self.usualRows
            add(rows, until: end, settings: isUsual ? "" : Self.settings(row: first))
        }
    }

    private mutating func add(_ rows: [CEA608Screen.Row], until end: Int, settings: String) {
        guard cues.count < CaptionFile.maximumCues, byteCount < Self.maximumBytes else {
            lostCount += 1
            return
        }
        guard let text = Self.text(rows) else { return }
        let cue = CaptionCue(start: rows[0].since, end: end, text: text, settings: settings)
        byteCount += cue.byteCount
        cues.append(cue)
    }

    /// The rows fill the middle four fifths of the picture's height (47 CFR 79.101, safe caption area).
    private static func settings(row: Int) -> String {
        "line:\(10 + row * 80 / CEA608Screen.rowCount)%"
    }

    /// Spaces are for places on the screen; of several, one is left.
    private static func text(_ rows: [CEA608Screen.Row]) -> String? {
        var builder = CueTextBuilder()
        for (index, row) in rows.enumerated() {
            if index > 0 { builder.append("\n") }
            var (isEmpty, hasGap) = (true, false)
            for cell in row.cells {
                guard let cell, cell.isVisible else {
                    hasGap = true
                    continue
                }
                if hasGap, !isEmpty { builder.append(" ") }
                builder.set(.italic, cell.isItalic)
                builder.set(.underline, cell.isUnderlined)
                builder.append(cell.scalar)
                (isEmpty, hasGap) = (false, false)
            }
        }
        return builder.finish()
    }
}
