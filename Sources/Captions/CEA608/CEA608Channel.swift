package import HLS

/// The decoder of one caption channel (CTA-608-E; 47 CFR 79.101).
///
/// Text that is painted on the displayed memory becomes one caption cue from its first character on, not one for each
/// character. A roll-up channel yields its newest row until the next row begins, so each line appears once.
package struct CEA608Channel {
    /// The caption style, which determines the memory that characters are written to.
    private enum Mode {
        /// Characters are written to the non-displayed memory, which is then displayed as a whole.
        case popOn
        /// Characters are written to the displayed memory, at the cursor.
        case paintOn
        /// Characters are written to the base row of the displayed memory; other rows move up.
        case rollUp
    }

    private var mode: Mode?
    private var displayed = CEA608Screen()
    private var nonDisplayed = CEA608Screen()
    private var row = CEA608Screen.rowCount - 1
    /// The cursor's column, from 0; `columnCount` after a character in the last column.
    private var cursor = 0
    /// The column of the next character, which in a full row is the last one.
    private var column: Int { min(cursor, CEA608Screen.columnCount - 1) }
    private var isItalic = false
    private var isUnderlined = false
    /// Whether the rows have rolled up since the last character.
    private var hasRolled = false
    /// Whether the cursor was positioned since the last character.
    private var isPositioned = false
    private var finished = CEA608CaptionCues()

    /// The time, in milliseconds, after which decoders erase the screen if no data arrive (47 CFR 79.101).
    private static let dataTimeout = 16_000

    package var cues: [CaptionCue] { finished.cues }
    package var discardedCount: Int { finished.discardedCount }

    // MARK: Characters

    mutating func write(_ scalar: Unicode.Scalar, at time: Int) {
        let cell = CEA608Screen.Cell(
            scalar: scalar, isItalic: isItalic, isUnderlined: isUnderlined)
        switch mode {
        case nil: return
        case .popOn: nonDisplayed.put(cell, row: row, column: column, at: time)
        case .rollUp:
            if hasRolled { erase(at: time) }
            displayed.put(cell, row: row, column: column, at: time)
        case .paintOn:
            if isPositioned, displayed.isVisible(row: row, column: column) { endRow(at: time) }
            displayed.put(cell, row: row, column: column, at: time)
        }
        isPositioned = false
        cursor = column + 1
    }

    /// Writes an extended character over the one before it, which is the fallback for simple decoders.
    ///
    /// The cursor moves back one column in the last column too, where a backspace would move it two.
    mutating func replace(with scalar: Unicode.Scalar, at time: Int) {
        cursor = max(0, cursor - 1)
        write(scalar, at: time)
    }

    // MARK: Commands

    /// Applies a preamble address code: a row and a column, both from 0, and styles.
    mutating func position(row: Int, column: Int, isItalic: Bool, isUnderlined: Bool) {
        self.row = row
        cursor = column
        (self.isItalic, self.isUnderlined) = (isItalic, isUnderlined)
        isPositioned = true
    }

    mutating func indent(by columns: Int) {
        cursor = min(column + columns, CEA608Screen.columnCount - 1)
        isPositioned = true
    }

    /// Applies a mid-row code, which occupies a column as a space.
    mutating func style(isItalic: Bool, isUnderlined: Bool, at time: Int) {
        write(" ", at: time)
        (self.isItalic, self.isUnderlined) = (isItalic, isUnderlined)
    }

    mutating func perform(_ command: CEA608Command, at time: Int) {
        switch command {
        case .resumeLoading: mode = .popOn
        case .resumeDirect: mode = .paintOn
        case .rollUp: beginRollUp(at: time)
        case .endOfCaption:
            mode = .popOn
            let before = displayed
            erase(at: time)
            displayed = nonDisplayed
            displayed.show(from: time)
            nonDisplayed = before
        case .eraseDisplayed: erase(at: time)
        case .eraseNonDisplayed: nonDisplayed.clear()
        case .carriageReturn:
            guard mode == .rollUp else { return }
            (hasRolled, cursor) = (true, 0)
            (isItalic, isUnderlined) = (false, false)
        case .backspace:
            // From the last column to the one before, written or not (CEA-608-B, C.13).
            cursor = max(0, column - 1)
            clear(column...column, at: time)
        case .deleteToEnd:
            endRow(at: time)
            clear(column...(CEA608Screen.columnCount - 1), at: time)
        case .text: break
        }
    }

    /// Ends the rows that are still displayed.
    mutating func finish(at end: Int) {
        let last = displayed.rows.values.map(\.since).max() ?? end
        erase(at: min(end, last + Self.dataTimeout))
    }

    private mutating func beginRollUp(at time: Int) {
        guard mode != .rollUp else { return }
        mode = .rollUp
        erase(at: time)
        nonDisplayed.clear()
        (row, cursor) = (CEA608Screen.rowCount - 1, 0)
    }

    private mutating func clear(_ columns: ClosedRange<Int>, at time: Int) {
        switch mode {
        case .popOn: nonDisplayed.clear(row: row, columns: columns)
        // Rows that have rolled up cannot be edited.
        case .rollUp where hasRolled: break
        case .rollUp, .paintOn: displayed.clear(row: row, columns: columns)
        case nil: break
        }
    }

    private mutating func erase(at time: Int) {
        finished.add(displayed.rows, until: time, isAll: true)
        displayed.clear()
        hasRolled = false
    }

    /// Ends the displayed text of the cursor's row, which is about to be overwritten.
    private mutating func endRow(at time: Int) {
        guard mode == .paintOn, let old = displayed.rows[row] else { return }
        finished.add([row: old], until: time, isAll: displayed.rows.count == 1)
        displayed.show(row, from: time)
    }
}
