/// The validation of package names from clients.
public enum FolderName {
    /// Whether a text is the name of a folder in the output folder; workers convert it to one that is safe in URLs.
    public static func isAllowed(_ text: String) -> Bool {
        (1...200).contains(text.utf8.count) && !text.hasPrefix(".")
            && !text.unicodeScalars.contains { $0 == "/" || $0.value < 0x20 || $0.value == 0x7f }
    }
}
