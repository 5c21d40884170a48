/// The capabilities of a terminal beyond plain ASCII.
struct TextStyle: Hashable {
    /// Whether to use colors: unless `NO_COLOR` is set (no-color.org) or the terminal is dumb.
    let hasColors: Bool
    /// Whether to use characters beyond ASCII: if the locale is UTF-8.
    let hasUnicode: Bool

    static let plain = TextStyle(hasColors: false, hasUnicode: false)

    init(hasColors: Bool, hasUnicode: Bool) {
        self.hasColors = hasColors
        self.hasUnicode = hasUnicode
    }

    /// - Parameter environment: The process's variables. The first of `LC_ALL`, `LC_CTYPE` and
    ///   `LANG` that is set and not empty is used (POSIX, 8.2).
    init(environment: [String: String]) {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .compactMap { environment[$0] }
            .first { !$0.isEmpty }?
            .lowercased()
        hasColors = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        hasUnicode = locale.map { $0.contains("utf-8") || $0.contains("utf8") } ?? false
    }

    func green(_ text: String) -> String { colored(text, 32) }
    func red(_ text: String) -> String { colored(text, 31) }
    func dim(_ text: String) -> String { colored(text, 2) }

    /// SGR (ECMA-48, 8.3.117).
    private func colored(_ text: String, _ code: Int) -> String {
        hasColors && !text.isEmpty ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
    }
}
