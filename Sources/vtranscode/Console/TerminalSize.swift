import Foundation

/// Columns and rows of a terminal, in character cells.
struct TerminalSize: Hashable {
    let columns: Int
    let rows: Int

    /// What a terminal has that does not say (the VT100's size).
    static let standard = TerminalSize(columns: 80, rows: 24)

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// The present size of the terminal behind a descriptor.
    ///
    /// It is asked for at each redraw: that costs a microsecond and needs no handler of SIGWINCH.
    init(of descriptor: Int32) {
        var size = winsize()
        let code = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size)
        self =
            code == 0 && size.ws_col > 0 && size.ws_row > 0
            ? TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row)) : .standard
    }
}
