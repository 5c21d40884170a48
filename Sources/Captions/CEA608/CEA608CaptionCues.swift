internal import HLS

/// The caption cues made from the displayed rows of a channel.
///
/// Each row belongs to one caption cue, which lasts from its first displayed character until it is erased or replaced.
/// Adjacent rows that appear and disappear together are lines of one caption cue.
struct CEA608CaptionCues {
    private(set) var cues: [CaptionCue] = []
    /// The number of caption cues beyond the limits.
    private(set) var discardedCount = 0
    private var byteCount = 0

    /// The limit for one channel, in bytes.
    ///
    /// Chosen as a hundred times the captions of a long film: two commands display a full screen again.
    private static let maximumBytes = 10_000_000
    /// The longest interval, in milliseconds, between two rows of one caption cue, chosen below the time to read a row.
    private static let maximumRowInterval = 1_000
    /// The first row of the area where players show captions without settings: the last four rows.
    private static let firstDefaultRow = 11

    /// Adds rows that are displayed up to a time.
    ///
    /// - Parameters:
    ///   - rows: The rows by number, from 0.
    ///   - end: The time in milliseconds.
    ///   - isAll: Whether no other row is displayed.
    mutating func add(_ rows: [Int: CEA608Screen.Row], until end: Int, isAll: Bool) {
        var blocks: [(first: Int, rows: [CEA608Screen.Row])] = []
        for (number, row) in rows.sorted(by: { $0.key < $1.key })
        where !row.isBlank && row.since < end {
            if let block = blocks.last, let above = block.rows.last,
                block.first + block.rows.count == number,
                (0...Self.maximumRowInterval).contains(row.since - above.since)
            {
                blocks[blocks.count - 1].rows.append(row)
            } else {
                blocks.append((number, [row]))
            }
        }
        for (first, rows) in blocks {
            let isDefault =
                isAll && blocks.count == 1 && first + rows.count - 1 >= Self.firstDefaultRow
            add(rows, until: end, settings: isDefault ? "" : Self.settings(row: first))
        }
    }

    private mutating func add(_ rows: [CEA608Screen.Row], until end: Int, settings: String) {
        guard cues.count < CaptionFile.maximumCues, byteCount < Self.maximumBytes else {
            discardedCount += 1
            return
        }
        guard let text = Self.text(rows) else { return }
        let cue = CaptionCue(start: rows[0].since, end: end, text: text, settings: settings)
        byteCount += cue.byteCount
        cues.append(cue)
    }

    /// Returns the WebVTT line of a row: the rows fill the middle 80 % of the frame (47 CFR 79.101, safe caption area).
    private static func settings(row: Int) -> String {
        "line:\(10 + row * 80 / CEA608Screen.rowCount)%"
    }

    /// Returns the text of rows; consecutive spaces, which position text, become one.
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
