/// The text of a preset file, once it is known to be text at all.
struct SourceText {
    /// Far above any real preset (the largest shipped one has 2 KiB), far below what would take
    /// long to read.
    static let maximumSize = 64 * 1024

    /// Every line break is one `\n`, so that lines and columns are the same for everyone who counts
    /// them.
    let text: String

    /// `nil` after a problem was reported: too large, not UTF-8, or binary.
    init?(_ bytes: [UInt8], _ diagnosis: Diagnosis) {
        guard bytes.count <= Self.maximumSize else {
            diagnosis.report(
                .fileTooLarge, at: nil, "more than \(Self.maximumSize / 1024) KiB",
                advice: "a preset file has a few lines; check that this is one")
            return nil
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else {
            diagnosis.report(.fileEncoding, at: nil, "not UTF-8", advice: "save the file as UTF-8")
            return nil
        }
        var scalars = String.UnicodeScalarView()
        var location = Location(file: diagnosis.file, line: 1, column: 1)
        var afterReturn = false
        for (index, scalar) in decoded.unicodeScalars.enumerated() {
            defer { afterReturn = scalar == "\r" }
            let isByteOrderMark = index == 0 && scalar == "\u{FEFF}"
            if isByteOrderMark { continue }  // some editors begin with one
            if scalar == "\n", afterReturn { continue }
            guard Self.isText(scalar) else {
                diagnosis.report(
                    .fileBinary, at: location, "a control character (U+\(Self.hex(scalar)))",
                    advice: "a preset is plain text; remove the character or check the file")
                return nil
            }
            let isBreak = scalar == "\r" || scalar == "\n"
            scalars.append(isBreak ? "\n" : scalar)
            location =
                isBreak
                ? Location(file: location.file, line: location.line + 1, column: 1)
                : Location(file: location.file, line: location.line, column: location.column + 1)
        }
        text = String(scalars)
    }

    /// Control characters, and the line breaks that only YAML knows (U+2028, U+2029), are no text.
    static func isText(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\t", "\n", "\r": true
        case "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}": false
        default: scalar.properties.generalCategory != .control
        }
    }

    private static func hex(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
