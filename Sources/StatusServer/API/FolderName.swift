/// Names that clients may give to packages.
public enum FolderName {
    /// Whether a text names a folder in the output, not another place; workers make it safe for URLs.
    public static func isAllowed(_ text: String) -> Bool {
        (1...200).contains(text.utf8.count) && !text.hasPrefix(".")
            && !text.unicodeScalars.contains { $0 == "/" || $0.value < 0x20 || $0.value == 0x7f }
    }
}
