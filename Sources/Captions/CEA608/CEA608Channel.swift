package import HLS

/// The decoder of one channel of captions (CTA-608-E; 47 CFR 79.101): what is on its screen, from when to when.
///
/// Times are those of a viewer who reads, not of one who watches letters come in: text that is written on the
/// visible screen is shown as a whole from its first character on. Of roll-up captions the newest row is shown, until
/// the next one begins: so no line is told twice.
package struct CEA608Channel {
    /// How characters get to the screen.
    private enum Mode {
        /// Into a hidden memory, which is shown as a whole.
        case popOn
        /// On the screen, where it is told.
        case paintOn
        /// On the screen's last row, the others move up.
        case rollUp
    }

    private var mode: Mode?
    private var shown = CEA608Screen()
    private var hidden = CEA608Screen()
    private var row = CEA608Screen.rowCount - 1
    /// From 0; `columnCount` when the last column has just been written.
    private var cursor = 0
    /// Where the next character goes: the last column is written to again and again.
    private var column: Int { min(cursor, CEA608Screen.columnCount - 1) }
    private var isItalic = false
    private var isUnderlined = false
    /// The rows have rolled up, and nothing has been written since.
    private var hasRolled = false
    /// The place was told anew, and nothing has been written since.
    private var isPlaced = false
    private var done = CEA608Cues()

    /// Milliseconds that a text without an end is shown: as long as decoders wait where no data come (47 CFR 79.101).
    private static let longestRest = 16_000

    package var cues: [CaptionCue] { done.cues }
    package var lostCount: Int { done.lostCount }

    // MARK: Characters

    mutating func write(_ scalar: Unicode.Scalar, at time: Int) {
        let cell = CEA608Screen.Cell(
            scalar: scalar, isItalic: isItalic, isUnderlined: isUnderlined)
        switch mode {
        case nil: return
        case .popOn: hidden.put(cell, row: row, column: column, at: time)
        case .rollUp:
            if hasRolled { erase(at: time) }
            shown.put(cell, row: row, column: column, at: time)
        case .paintOn:
            if isPlaced, shown.isVisible(row: row, column: column) { endRow(at: time) }
            shown.put(cell, row: row, column: column, at: time)
        }
        isPlaced = false
        cursor = column + 1
    }

    /// An extended character takes the place of the one before, which is what simple decoders show.
    ///
    /// In the last column, too, where a backspace would go one further.
    mutating func replace(with scalar: Unicode.Scalar, at time: Int) {
        cursor = max(0, cursor - 1)
        write(scalar, at: time)
    }

    // MARK: Commands

    /// A preamble: a row from 0, a column, and styles.
    mutating func place(row: Int, column: Int, isItalic: Bool, isUnderlined: Bool) {
        self.row = row
        cursor = column
        (self.isItalic, self.isUnderlined) = (isItalic, isUnderlined)
        isPlaced = true
    }

    mutating func indent(by columns: Int) {
        cursor = min(column + columns, CEA608Screen.columnCount - 1)
        isPlaced = true
    }

    /// A code for styles in the middle of a row, which takes the place of a space.
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
            let before = shown
            erase(at: time)
            shown = hidden
            shown.show(from: time)
            hidden = before
        case .eraseDisplayed: erase(at: time)
        case .eraseHidden: hidden.clear()
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

    /// Ends what is still shown.
    mutating func finish(at end: Int) {
        let last = shown.rows.values.map(\.since).max() ?? end
        erase(at: min(end, last + Self.longestRest))
    }

    private mutating func beginRollUp(at time: Int) {
        guard mode != .rollUp else { return }
        mode = .rollUp
        erase(at: time)
        hidden.clear()
        (row, cursor) = (CEA608Screen.rowCount - 1, 0)
    }

    private mutating func clear(_ columns: ClosedRange<Int>, at time: Int) {
        switch mode {
        case .popOn: hidden.clear(row: row, columns: columns)
        // What has rolled up is out of reach.
        case .rollUp where hasRolled: break
        case .rollUp, .paintOn: shown.clear(row: row, columns: columns)
        case nil: break
        }
    }

    private mutating func erase(at time: Int) {
        done.add(shown.rows, until: time, isAll: true)
        shown.clear()
        hasRolled = false
    }

    /// Ends the cursor's row on the screen, which is about to be written anew.
    private mutating func endRow(at time: Int) {
        guard mode == .paintOn, let old = shown.rows[row] else { return }
        done.add([row: old], until: time, isAll: shown.rows.count == 1)
        shown.show(row, from: time)
    }
}
