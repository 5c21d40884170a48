import Foundation

/// The columns and rows of a terminal, in character cells.
struct TerminalSize: Hashable {
    let columns: Int
    let rows: Int

    /// The size of a terminal that does not report one: the VT100's.
    static let standard = TerminalSize(columns: 80, rows: 24)

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
    }

    /// Reads the current size of a descriptor's terminal.
    ///
    /// The size is read at each redraw, which takes a microsecond and needs no handler of SIGWINCH.
    init(of descriptor: Int32) {
        var size = winsize()
        let code = unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size)
        self =
            code == 0 && size.ws_col > 0 && size.ws_row > 0
            ? TerminalSize(columns: Int(size.ws_col), rows: Int(size.ws_row)) : .standard
    }
}
