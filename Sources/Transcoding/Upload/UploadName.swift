internal import Foundation
internal import Storage

/// Package names from file names: safe in a URL, on every file system, and in a shell.
public enum UploadName {
    /// Characters that a name may have beside letters and digits (RFC 3986, 2.3: unreserved).
    private static let others = Set("-_.")
    /// Chosen because file systems allow 255 bytes, and a suffix must fit.
    private static let maximumLength = 100

    /// The name for a file, without its extension; `upload` where nothing is left of it.
    static func name(forFile path: String) -> String {
        safe(PathText.stem(path))
    }

    /// A text made safe: accents dropped, other scripts spelled in Latin letters where that is known, the rest dashes.
    public static func safe(_ text: String) -> String {
        let latin =
            text.applyingTransform(.toLatin, reverse: false)?
            .applyingTransform(.stripDiacritics, reverse: false) ?? text
        var name = ""
        for character in latin {
            let isSafe = character.isASCII && (character.isLetter || character.isNumber)
            if isSafe || others.contains(character) {
                name.append(character)
            } else if name.last != "-" {
                name.append("-")
            }
        }
        // A leading dot hides, a leading dash is an option, a trailing dot is lost on Windows.
        let ends = CharacterSet(charactersIn: "-_.")
        name = String(name.prefix(maximumLength)).trimmingCharacters(in: ends)
        let reserved = ["index.json"]
        return name.isEmpty || reserved.contains(name.lowercased()) ? "upload" : name
    }

    /// The name for one of several uploads that would have the same, by its content: the same wherever it lies.
    static func name(_ base: String, of sha256: String) -> String { "\(base)-\(sha256.prefix(8))" }
}
