internal import Crypto
internal import Foundation
internal import MediaUnits
internal import Storage

/// Package names from file names: safe in a URL, on every file system, and in a shell.
package enum UploadName {
    /// The characters of a name beside letters and digits (RFC 3986, 2.3: unreserved).
    private static let others = Set("-_.")
    /// Chosen because file systems allow 255 bytes, and a suffix must fit.
    private static let maximumLength = 100

    /// Returns the name for a file, without its extension; `upload` if no character remains.
    static func name(forFile location: Location) -> String {
        safe(location.stem)
    }

    /// Returns a safe name: without accents, in Latin letters where a transliteration exists, with dashes for other characters.
    package static func safe(_ text: String) -> String {
        // Transliteration, which changes no ASCII, takes milliseconds to set up.
        let latin =
            text.utf8.allSatisfy({ $0 < 128 })
            ? text
            : text.applyingTransform(.toLatin, reverse: false)?
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
        // A leading dot hides the package, a leading dash begins an option, and Windows removes a trailing dot.
        let ends = CharacterSet(charactersIn: "-_.")
        name = String(name.prefix(maximumLength)).trimmingCharacters(in: ends)
        let reserved = ["index.json"]
        return name.isEmpty || reserved.contains(name.lowercased()) ? "upload" : name
    }

    /// Returns the digest of a text, hexadecimal, which stands for the content of an upload that was not read.
    static func digest(_ text: String) -> String {
        SHA256.hash(data: Data(text.utf8)).hexadecimal
    }

    /// Returns the name for one of several uploads with equal names, which depends on its content only.
    static func name(_ base: String, of sha256: String) -> String { "\(base)-\(sha256.prefix(8))" }
}
