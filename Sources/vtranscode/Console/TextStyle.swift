/// What a terminal can show besides plain ASCII.
struct TextStyle: Hashable {
    /// Colours, unless `NO_COLOR` is set (no-color.org) or the terminal is dumb.
    let hasColours: Bool
    /// Characters beyond ASCII, where the locale is UTF-8.
    let hasUnicode: Bool

    static let plain = TextStyle(hasColours: false, hasUnicode: false)

    init(hasColours: Bool, hasUnicode: Bool) {
        self.hasColours = hasColours
        self.hasUnicode = hasUnicode
    }

    /// - Parameter environment: The process's variables. POSIX, 8.2: of `LC_ALL`, `LC_CTYPE` and
    ///   `LANG` the first counts
    ///   that is set and not empty.
    init(environment: [String: String]) {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .compactMap { environment[$0] }
            .first { !$0.isEmpty }?
            .lowercased()
        hasColours = (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        hasUnicode = locale.map { $0.contains("utf-8") || $0.contains("utf8") } ?? false
    }

    func green(_ text: String) -> String { coloured(text, 32) }
    func red(_ text: String) -> String { coloured(text, 31) }
    func dim(_ text: String) -> String { coloured(text, 2) }

    /// SGR (ECMA-48, 8.3.117).
    private func coloured(_ text: String, _ code: Int) -> String {
        hasColours && !text.isEmpty ? "\u{1b}[\(code)m\(text)\u{1b}[0m" : text
    }
}
